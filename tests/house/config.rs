//! Files of settings: the shipped ones say what they should, broken ones are refused with the place
//! of the fault and a way out.

#![allow(clippy::unwrap_used, clippy::panic)] // Tests may; clippy does not know the helpers of one.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use koteki::config::{Config, ConfigError, Paths};
use koteki_engine::eval::blokus::{DeadSquares, Obstacles, Opponent, Paths as Free, Sight};
use koteki_rivals::evolve;
use koteki_rivals::learn::blokus::{Draws, Settings};

fn shipped(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("config")
        .join(name);
    fs::read_to_string(path).unwrap()
}

fn read(text: &str) -> Result<Config, ConfigError> {
    Config::default().overlaid(Path::new("my.toml"), text)
}

#[test]
fn the_sample_file_equals_the_defaults() {
    let text = shipped("koteki.toml");
    // Read alone, with nothing below that could fill a gap.
    let config: Config = toml::from_str(&text).unwrap();
    assert_eq!(config, Config::default());
    assert_eq!(config.validate(), Ok(()));
}

#[test]
fn every_key_of_the_sample_file_is_explained() {
    let text = shipped("koteki.toml");
    let mut before = "";
    for line in text.lines() {
        let explains = before.starts_with('#') && before.len() > 2;
        if !line.is_empty() && !line.starts_with('#') {
            assert!(explains, "no comment above: {line}");
        }
        assert!(line.chars().count() <= 110, "too long: {line}");
        before = line;
    }
}

#[test]
fn the_file_of_the_blokus_paper_is_what_is_built_in() {
    let learning = Settings {
        games: 1,
        playouts: 1,
        epsilon: 0.0,
        alpha: 1.0,
        start: 0.0,
        updates: 1,
        phases: Vec::new(),
        until: 1,
        paths: Free::One,
        obstacles: Obstacles::Forbidden,
        dead: DeadSquares::Taken,
        sight: Sight::Board,
        opponent: Opponent::Ignored,
        draws: Draws::Lost,
    };
    let other = Config {
        learning,
        ..Config::default()
    };
    let text = shipped("osaki.toml");
    let config = other.overlaid(Path::new("osaki.toml"), &text).unwrap();
    assert_eq!(config.learning, Settings::default());
    let text = shipped("blokus.toml");
    let ours = Config::default().overlaid(Path::new("blokus.toml"), &text);
    let tester = Settings {
        sight: Sight::Board,
        opponent: Opponent::Difference,
        ..Settings::default()
    };
    let best = Settings {
        playouts: 1000,
        obstacles: Obstacles::Forbidden,
        ..tester.clone()
    };
    assert_eq!(ours.unwrap().learning, best);
    let text = shipped("blokus-tester.toml");
    let ours = Config::default().overlaid(Path::new("blokus-tester.toml"), &text);
    assert_eq!(ours.unwrap().learning, tester);
}

#[test]
fn the_papers_files_equal_their_settings() {
    for (file, settings) in [
        ("ueda-ch6.toml", evolve::Settings::ueda_ch6()),
        ("ueda-ch7.toml", evolve::Settings::ueda_ch7()),
    ] {
        let text = shipped(file);
        let mut other = Config::default();
        // Whatever lies below, the file says it all.
        other.evolution.alpha = 9.0;
        other.evolution.fixed.clear();
        other.evolution.retest.out = 0.01;
        let config = other.overlaid(Path::new(file), &text).unwrap();
        assert_eq!(config.evolution, settings, "{file}");
        let table: toml::Table = text.parse().unwrap();
        let evolution: evolve::Settings = table["evolution"].clone().try_into().unwrap();
        assert_eq!(evolution, settings, "{file}");
    }
}

#[test]
fn what_is_printed_is_what_is_in_force() {
    let text = "[evolution]\nbeta = inf\ntarget = 24.5\npeople = false\n[game]\nname = \"上田\"\n";
    let config = read(text).unwrap();
    let printed = config.to_toml().unwrap();
    assert_eq!(read(&printed).unwrap(), config);
    // What is as usual is printed too: only so a sweep finds its name.
    let all = [&Config::default(), &config].map(|it| toml::Table::try_from(&it.evolution).unwrap());
    assert_eq!(
        all[0].keys().collect::<Vec<_>>(),
        all[1].keys().collect::<Vec<_>>()
    );
}

#[test]
fn an_empty_file_changes_nothing() {
    for text in [
        "",
        "\n",
        "# nothing\n",
        "[game]\n",
        "[evolution.retest]\n",
        "\u{feff}",
    ] {
        assert_eq!(read(text).unwrap(), Config::default(), "{text:?}");
    }
}

#[test]
fn keys_are_replaced_one_by_one_and_genes_as_a_whole() {
    let config = read(
        "game = { side = \"white\" }\nevolution.retest.cap = 1000\n\
         evolution.genes.mobility = { initial = [5, 6], limits = [4, 7] }\n",
    )
    .unwrap();
    let default = Config::default();
    assert_eq!(config.game.opponent, default.game.opponent);
    assert_eq!(config.evolution.retest.cap, 1000);
    assert_eq!(
        config.evolution.retest.first,
        default.evolution.retest.first
    );
    assert_eq!(config.evolution.genes.len(), 1);
    assert_eq!(config.evolution.genes["mobility"].limits, [4, 7]);
    assert_eq!(config.evolution.fixed, default.evolution.fixed);
}

/// The text, where the fault is, and what the message has to name.
const BROKEN: &[(&str, &str, &[&str])] = &[
    // Not TOML.
    ("[game\n", "1:6", &["expected `]`"]),
    ("[game]\nname = \"x\n", "2:", &["string"]),
    ("[game]\nname \"x\"\n", "2:", &["="]),
    (
        "[game]\nmeasured = yes\n",
        "2:12",
        &["string values must be quoted"],
    ),
    (
        "[log]\nlevel = \"off\"\nlevel = \"info\"\n",
        "3:1",
        &["duplicate key"],
    ),
    ("[log]\n[game]\n[log]\n", "3:2", &["duplicate key"]),
    ("evolution.games = 010\n", "1:19", &["leading"]),
    // Keys that there are not.
    (
        "[gmae]\n",
        "1:2",
        &["unknown key `gmae`", "did you mean `game`?", "evolution"],
    ),
    (
        "[evolution]\n\n  popluation = 3\n",
        "3:3",
        &["`popluation`", "did you mean `population`?"],
    ),
    (
        "[evolution.retest]\nmaximum = 3\n",
        "2:1",
        &["`maximum`", "keys here: first, batch, cap"],
    ),
    (
        "name = \"x\"\n",
        "1:1",
        &["unknown key `name`", "keys here: game, tester"],
    ),
    (
        "log = { levle = \"off\" }\n",
        "1:9",
        &["did you mean `level`?"],
    ),
    (
        "[evolution.genes.mobilty]\ninitial = [1, 2]\nlimits = [1, 3]\n",
        "1:18",
        &["no such feature, did you mean mobility?"],
    ),
    (
        "[evolution.genes.mobility]\ninitial = [1, 2]\n",
        "1:",
        &["evolution.genes.mobility", "`limits` is missing"],
    ),
    // Wrong types.
    (
        "[evolution]\ngames = \"20\"\n",
        "2:9",
        &[
            "evolution.games",
            "a whole number of 0 or more, not the text \"20\"",
        ],
    ),
    (
        "[evolution]\ngames = 20.0\n",
        "2:9",
        &["a whole number of 0 or more, not 20.0"],
    ),
    (
        "[evolution]\npopulation = -3\n",
        "2:14",
        &["a whole number of 0 or more, not -3"],
    ),
    (
        "[evolution]\nalpha = true\n",
        "2:9",
        &["evolution.alpha", "a number, not true"],
    ),
    (
        "[game]\nmeasured = 1\n",
        "2:12",
        &["game.measured", "true or false, not 1"],
    ),
    (
        "[game]\nname = [\"a\"]\n",
        "2:8",
        &["game.name", "a text in quotes, not a list"],
    ),
    (
        "evolution = 3\n",
        "1:13",
        &["evolution: this takes a table"],
    ),
    (
        "[[game]]\nname = \"x\"\n",
        "1:1",
        &["game: this takes a table"],
    ),
    (
        "[evolution.genes]\nmobility = { initial = [1], limits = [1, 9] }\n",
        "2:24",
        &["a list of 2, not a list of 1"],
    ),
    (
        "[evolution.genes]\nmobility = { initial = [1, 2, 3], limits = [1, 9] }\n",
        "2:24",
        &["a list of 2"],
    ),
    (
        "game = [\"x\", \"beginner\", \"black\", true, 0]\n",
        "1:8",
        &["game: this takes a table"],
    ),
    (
        "[evolution]\ngenes.mobility = [[1, 9], [1, 9]]\n",
        "2:18",
        &["evolution.genes.mobility: this takes a table"],
    ),
    ("[screen]\ncolor = 256\n", "2:9", &["screen.color"]),
    // Values out of range, and names of nothing.
    (
        "[game]\nside = \"green\"\n",
        "2:8",
        &["game.side", "`green`", "black, white, random, alternate"],
    ),
    (
        "[log]\nlevel = \"debgu\"\n",
        "2:9",
        &["did you mean `debug`?"],
    ),
    (
        "[game]\nname = \"\"\n",
        "2:8",
        &["game.name", "1…40 characters"],
    ),
    (
        "[game]\nopponent = \"beginer\"\n",
        "2:12",
        &["game.opponent", "did you mean \"beginner\"?"],
    ),
    (
        "[tester]\nplayer = \"random\"\n",
        "2:10",
        &["tester.player", "a tester"],
    ),
    (
        "[evolution]\npopulation = 0\n",
        "2:14",
        &["evolution.population = 0", "within 2…1000"],
    ),
    (
        "[evolution]\ngames = 21\n",
        "2:9",
        &["evolution.games = 21", "even"],
    ),
    (
        "[evolution]\nbeta = nan\n",
        "2:8",
        &["evolution.beta", "within 0…1000000, or inf"],
    ),
    // A fitness that no record could hold.
    (
        "[evolution]\nbeta = 1e308\n",
        "2:8",
        &["evolution.beta", "within 0…1000000, or inf"],
    ),
    (
        "[evolution]\nopponent = \"agent:dept=4\"\n",
        "2:12",
        &["evolution.opponent", "did you mean \"depth\"?"],
    ),
    (
        "# a\r\n[evolution.retest]\r\ncap = 10\r\n",
        "3:7",
        &[
            "evolution.retest.cap = 10",
            "within 40…100000, as retest.first = 40",
        ],
    ),
    (
        "[evolution.genes.mobility]\ninitial = [5, 3]\nlimits = [1, 9]\n",
        "2:11",
        &["[5, 3]", "rising"],
    ),
    (
        "[evolution.fixed]\nmobility = 3\n",
        "2:12",
        &["evolution.fixed.mobility", "either fixed or bred"],
    ),
    (
        "[evolution]\ngenes = {}\n",
        "2:1",
        &["at least one feature"],
    ),
    (
        "[evolution]\nopponent = \"beginner\"\ntarget = 20\n",
        "3:10",
        &["the opponent beginner holds no target", "agent:d=target"],
    ),
    (
        "[data]\nfolder = \"games\"\n",
        "2:10",
        &["data.folder", "a full path"],
    ),
];

#[test]
fn broken_files_are_refused_with_place_and_way_out() {
    for (text, place, named) in BROKEN {
        let Err(error) = read(text) else {
            panic!("accepted: {text}");
        };
        let message = error.to_string();
        assert!(
            message.starts_with(&format!("my.toml:{place}")),
            "{text}\n{message}"
        );
        assert!(!message.contains('\n'), "more than a line: {message}");
        for named in *named {
            assert!(
                message.contains(named),
                "{text}\nlacks {named:?}: {message}"
            );
        }
    }
}

#[test]
fn the_excerpt_marks_the_fault() {
    let error = read("[game]\n\tname = 3 # 上\n").unwrap_err();
    assert_eq!(
        error.excerpt().unwrap(),
        "2 | \tname = 3 # 上\n  | \t       ^"
    );
    let error = read("[evolution]\n上 = 1 # a key may be anything but this is none\n").unwrap_err();
    assert!(error.to_string().starts_with("my.toml:2:1: "), "{error}");
}

#[test]
fn layers_lie_on_each_other_and_each_fault_is_in_its_own_file() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("koteki/koteki.toml");
    let named = folder.path().join("named.toml");
    let paths = Paths {
        config: Some(own.clone()),
        ..Paths::default()
    };
    // Nothing there: the defaults. A file that was named has to be there.
    assert_eq!(Config::load(&paths, None).unwrap(), Config::default());
    let error = Config::load(&paths, Some(&named)).unwrap_err();
    assert!(
        matches!(&error, ConfigError::Read { file, .. } if *file == named),
        "{error}"
    );

    fs::create_dir(own.parent().unwrap()).unwrap();
    fs::write(&own, "[evolution]\ngames = 40\nalpha = 1\n").unwrap();
    fs::write(&named, "[evolution]\ngames = 60\n").unwrap();
    let config = Config::load(&paths, Some(&named)).unwrap();
    assert_eq!((config.evolution.games, config.evolution.alpha), (60, 1.0));

    fs::write(&named, "[evolution]\ngames = 61\n").unwrap();
    let error = Config::load(&paths, Some(&named)).unwrap_err().to_string();
    assert!(
        error.starts_with(&format!("{}:2:9: ", named.display())),
        "{error}"
    );
    fs::write(&own, "[evolution]\nname = 40\n").unwrap();
    let error = Config::load(&paths, Some(&named)).unwrap_err().to_string();
    assert!(
        error.starts_with(&format!("{}:2:1: ", own.display())),
        "{error}"
    );

    fs::write(&own, b"[game]\n# \xff\n").unwrap();
    let error = Config::load(&paths, None).unwrap_err();
    assert!(
        matches!(error, ConfigError::NotText { line: 2, .. }),
        "{error}"
    );
    // And nothing was written.
    assert_eq!(fs::read(&own).unwrap(), b"[game]\n# \xff\n");
}

#[test]
fn paths_follow_the_base_directory_specification() {
    let environment = |pairs: &'static [(&str, &str)]| {
        move |name: &str| {
            let pair = pairs.iter().find(|(key, _)| *key == name);
            pair.map(|(_, value)| OsString::from(value))
        }
    };
    let home = Some(PathBuf::from("/home/ueda"));
    let usual = Paths::new(environment(&[]), home.clone());
    assert_eq!(
        usual.config,
        Some("/home/ueda/.config/koteki/koteki.toml".into())
    );
    assert_eq!(usual.data, Some("/home/ueda/.local/share/koteki".into()));
    assert_eq!(
        usual.log(),
        Some("/home/ueda/.local/state/koteki/koteki.log".into())
    );

    let set = &[
        ("XDG_CONFIG_HOME", "/c"),
        ("XDG_DATA_HOME", "/d"),
        ("XDG_STATE_HOME", "relative"),
    ];
    let own = Paths::new(environment(set), home);
    assert_eq!(own.config, Some("/c/koteki/koteki.toml".into()));
    assert_eq!(own.data, Some("/d/koteki".into()));
    // "All paths set in these environment variables must be absolute […] ignore it."
    assert_eq!(own.state, usual.state);

    for home in [None, Some(PathBuf::new())] {
        assert_eq!(Paths::new(environment(&[]), home.clone()), Paths::default());
        assert_eq!(
            Paths::new(environment(set), home).data,
            Some("/d/koteki".into())
        );
    }
}

#[test]
fn the_folder_of_games_is_the_flag_then_the_setting_then_the_usual_one() {
    let paths = Paths::new(|_| None, Some("/home/ueda".into()));
    let mut config = Config::default();
    let folder =
        |config: &Config, flag: Option<&str>| config.data_folder(&paths, flag.map(Path::new));
    assert_eq!(
        folder(&config, None),
        Some("/home/ueda/.local/share/koteki".into())
    );
    config.data.folder = "~/othello".to_owned();
    assert_eq!(folder(&config, None), Some("/home/ueda/othello".into()));
    config.data.folder = "/srv/othello".to_owned();
    assert_eq!(folder(&config, None), Some("/srv/othello".into()));
    assert_eq!(folder(&config, Some("here")), Some("here".into()));
    assert_eq!(Config::default().data_folder(&Paths::default(), None), None);
}

/// One key is changed; whatever else is in the file, comments too, stays as it is.
#[test]
fn a_changed_setting_leaves_the_rest_of_the_file_alone() {
    use koteki::config::edit::set;
    use koteki_tui::othello::settings::{Change, Scalar};

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/koteki.toml");
    let change = |section, key, value| Change {
        section,
        key,
        value,
    };
    let changes = [
        change("screen", "pace", Scalar::Whole(600)),
        change("game", "side", Scalar::Text("white")),
        change("game", "measured", Scalar::Switch(false)),
    ];
    // A file that is not there is made.
    set(&path, &changes).unwrap();
    let config = read(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(config.screen.pace, 600);
    assert_eq!(config.game.side, koteki_session::SideChoice::White);
    assert!(!config.game.measured);

    let before = "# top\n\n[screen] # looks\npace  =  300   # slow\nkeys = \"vim\"\n\n[evolution]\nbeta = 0.01\n";
    fs::write(&path, before).unwrap();
    set(&path, &changes[..1]).unwrap();
    let after = before.replace("300", "600");
    assert_eq!(fs::read_to_string(&path).unwrap(), after);

    // What cannot be read is not written over, and the fault says where.
    for broken in ["[screen\npace = 1\n", "screen = 3\n"] {
        fs::write(&path, broken).unwrap();
        let error = set(&path, &changes).unwrap_err().to_string();
        assert!(
            error.contains("koteki.toml") && error.contains("mend it by hand"),
            "{error}"
        );
        assert!(!error.contains('\n'), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), broken);
    }
}

/// A file keeps its mode, its ends of lines and its mark; a link stays one, also when what it leads to is not
/// there yet; one that may not be written to is left alone.
#[cfg(unix)]
#[test]
fn a_changed_settings_file_stays_what_it_was() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use koteki::config::edit::set;
    use koteki_tui::othello::settings::{Change, Scalar};

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("koteki.toml");
    let pace = |pace| {
        [Change {
            section: "screen",
            key: "pace",
            value: Scalar::Whole(pace),
        }]
    };
    let mode = |mode| fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    fs::write(&path, "\u{feff}# mine\r\n[screen]\r\npace = 1\r\n").unwrap();
    mode(0o600);
    set(&path, &pace(2)).unwrap();
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        "\u{feff}# mine\r\n[screen]\r\npace = 2\r\n"
    );
    let now = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(now & 0o777, 0o600);
    mode(0o444);
    let refused = set(&path, &pace(3)).unwrap_err().to_string();
    assert!(refused.contains("may not be written to"), "{refused}");
    assert!(fs::read_to_string(&path).unwrap().contains("pace = 2"));

    let link = folder.path().join("link.toml");
    symlink("elsewhere/real.toml", &link).unwrap();
    set(&link, &pace(4)).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    let real = fs::read_to_string(folder.path().join("elsewhere/real.toml")).unwrap();
    assert!(real.contains("pace = 4"), "{real}");
}

/// The person's own file that is a pipe keeps nobody waiting; one that was named may be a pipe, and whoever
/// waits for it is told.
#[cfg(unix)]
#[test]
fn a_pipe_of_settings_is_read_where_it_was_named() {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::{Command, Stdio};
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    fs::create_dir_all(at("config/koteki")).unwrap();
    let pipe = |name: &str| {
        let made = Command::new("mkfifo").arg(at(name)).status().unwrap();
        assert!(made.success());
    };
    let program = |arguments: &[&str]| {
        let mut command = crate::common::koteki(home.path());
        command.args(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    pipe("named");
    let mut child = program(&["--print-config", "--config", "named"])
        .spawn()
        .unwrap();
    let mut told = String::new();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    errors.read_line(&mut told).unwrap();
    assert_eq!(told, "koteki: waiting for the settings in named\n");
    let mut writer = fs::File::options().write(true).open(at("named")).unwrap();
    writer.write_all(b"[screen]\npace = 123\n").unwrap();
    drop(writer);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && said.contains("pace = 123"),
        "{said}"
    );

    // A usual way to have no settings.
    let own = at("config/koteki/koteki.toml");
    std::os::unix::fs::symlink("/dev/null", &own).unwrap();
    let output = program(&["--print-config"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{said}");
    fs::remove_file(&own).unwrap();

    pipe("config/koteki/koteki.toml");
    let output = program(&["--print-config"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    let expected = "koteki.toml: this is a pipe and not a regular file";
    assert!(
        said.contains(expected) && said.lines().count() == 1,
        "{said}"
    );
}
