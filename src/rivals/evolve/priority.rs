//! Lowers the priority of the breeding's threads, so that a key pressed meanwhile is never late.

/// Niceness of the threads: far enough down to yield to anything a person waits for.
#[cfg(any(target_os = "linux", target_os = "android"))]
const NICENESS: libc::c_int = 10;

/// Lowers the calling thread's priority. Only where a thread has one of its own (Linux); elsewhere,
/// and when the system refuses, it stays as it is.
#[allow(unsafe_code)]
pub fn lower() {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    // SAFETY: setpriority takes three integers and touches no memory. On Linux `who` 0 with
    // PRIO_PROCESS is the calling thread alone.
    unsafe {
        // A refusal leaves the thread as it was, which is only less polite.
        let _ = libc::setpriority(libc::PRIO_PROCESS, 0, NICENESS);
    }
}
