//! Charts are well-formed, follow the light or dark setting, and name what they show.

use quadrille_lab::charts::{
    Axis, BoxRow, ColourScheme, Cross, Curve, DotRow, Frame, Panel, Part, Proof, Ranked, Reading,
    ScatterPoint, ShareRow, Unit, boxes, curves, differences, dots, panels, scatter, shares,
};

const METHODS: [&str; 9] = [
    "best",
    "bfs",
    "astar with relaxed",
    "astar with collinear",
    "idastar with relaxed",
    "greedy with relaxed",
    "wastar(3) with max(relaxed,collinear)",
    "beam(500) with relaxed",
    "anytime with <&>",
];

/// Values like those of searches, but fixed.
fn value(method: usize, level: usize) -> f64 {
    let wobble = ((method * 7919 + level * 104_729) % 1000) as f64 / 1000.0;
    10_f64.powf(-4.0 + 0.09 * level as f64 + 0.25 * method as f64 * (0.6 + wobble) + wobble)
}

/// One chart of each kind, with made-up numbers.
fn gallery(scheme: ColourScheme) -> Vec<(&'static str, String)> {
    let frame = |title: &str| Frame {
        scheme,
        ..Frame::new(title, "Made-up numbers; they show the shape of the chart and nothing else.")
    };
    let levels: Vec<String> = (0..40).map(|n| format!("level <{n}>")).collect();
    let (time, limit) = (Axis::log("time", Unit::Seconds), 10.0);
    let answered =
        |m: usize| (0..40).map(|l| value(m, l)).filter(|&v| v <= limit).collect::<Vec<_>>();
    let curve = |(m, name): (usize, &&str)| Curve {
        label: name.to_string(),
        series: m,
        efforts: answered(m),
        total: 40,
    };
    let dot = |(m, name): (usize, &&str)| DotRow {
        label: name.to_string(),
        proof: [Proof::Proved, Proof::Found, Proof::Missing][m % 3],
        note: "a note".into(),
        values: vec![
            (m % 3 < 2).then_some(12.0 + m as f64),
            Some(value(m, 20) * 1e6),
            Some(value(m, 20)),
        ],
    };
    let point = |l: usize| ScatterPoint {
        label: levels[l].clone(),
        group: l % 4,
        x: Some(value(1, l)).filter(|&v| v < limit),
        y: Some(value(8, l)).filter(|&v| v < limit),
    };
    let panel = |(m, name): (usize, &&str)| Panel {
        label: name.to_string(),
        note: format!("median {m} ms"),
        readings: (0..40)
            .map(|l| match value(m, l) {
                v if v > limit => Reading::Stopped(limit),
                v => Reading::Value(v),
            })
            .collect(),
    };
    let row = |(m, name): (usize, &&str)| BoxRow {
        label: name.to_string(),
        series: m,
        values: (0..40)
            .filter(|&l| value(m, l) <= limit)
            .map(|l| (levels[l].clone(), value(m, l)))
            .collect(),
        missing: (0..40).filter(|&l| value(m, l) > limit).count(),
    };
    let share = |(m, name): (usize, &&str)| ShareRow {
        label: name.to_string(),
        counts: vec![20 - m, m, 10 - m, 3 + m, m],
    };
    let parts =
        ["proved shortest", "shortest, not proved", "longer", "proved unsolvable", "no answer"]
            .map(|label| Part { label: label.into() });
    let names = || METHODS.iter().enumerate();
    let columns = [
        Axis::linear("moves", Unit::Moves),
        Axis::log("expanded positions", Unit::Count),
        time.clone(),
    ];
    let cross = Cross {
        across: METHODS[1].into(),
        up: METHODS[8].into(),
        axis: time.clone(),
        groups: ["tiles", "zhed", "squares", "fold"].map(String::from).to_vec(),
    };
    let points: Vec<ScatterPoint> = (0..40).map(point).collect();
    vec![
        (
            "dots",
            dots(
                &frame("Nine methods on a level"),
                &columns,
                &names().map(dot).collect::<Vec<_>>(),
            ),
        ),
        (
            "curves",
            curves(
                &frame("Levels answered within a time"),
                &time,
                Some(limit),
                &names().map(curve).collect::<Vec<_>>(),
            ),
        ),
        ("scatter", scatter(&frame("Two methods, level by level"), &cross, &points)),
        (
            "panels",
            panels(
                &frame("Time per level"),
                &time,
                &levels,
                &names().map(panel).collect::<Vec<_>>(),
            ),
        ),
        (
            "boxes",
            boxes(&frame("Distribution of times"), &time, &names().map(row).collect::<Vec<_>>()),
        ),
        (
            "shares",
            shares(
                &frame("How good the answers are"),
                &parts,
                &names().map(share).collect::<Vec<_>>(),
            ),
        ),
    ]
}

/// Checks that every tag is closed and no ampersand is bare.
fn assert_well_formed(name: &str, svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some(at) = rest.find('<') {
        let text = &rest[..at];
        for (amp, _) in text.match_indices('&') {
            let entity = &text[amp..];
            assert!(
                ["&amp;", "&lt;", "&gt;", "&quot;"].iter().any(|e| entity.starts_with(e)),
                "{name}: {entity}"
            );
        }
        let end = at + rest[at..].find('>').unwrap_or_else(|| panic!("{name}: a tag without end"));
        let tag = &rest[at + 1..end];
        if let Some(close) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(close), "{name}");
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
        rest = &rest[end + 1..];
    }
    assert_eq!(open, Vec::<&str>::new(), "{name}");
}

#[test]
fn charts_are_well_formed_and_have_only_numbers_for_places() {
    for (name, svg) in gallery(ColourScheme::Viewer) {
        assert_well_formed(name, &svg);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name}");
        assert!(svg.contains("<title>"), "{name}");
    }
}

#[test]
fn charts_follow_light_and_dark() {
    for (name, svg) in gallery(ColourScheme::Viewer) {
        assert!(svg.contains("prefers-color-scheme:dark"), "{name}");
    }
    for (light, dark) in gallery(ColourScheme::Light).iter().zip(gallery(ColourScheme::Dark)) {
        assert!(!light.1.contains("prefers-color-scheme"), "{}", light.0);
        assert_ne!(light.1, dark.1);
    }
}

#[test]
fn points_name_their_levels() {
    let all = gallery(ColourScheme::Viewer);
    let svg = |kind: &str| &all.iter().find(|(name, _)| *name == kind).unwrap().1;
    for kind in ["scatter", "panels"] {
        assert!(svg(kind).contains("<title>level &lt;7&gt;: "), "{kind}");
    }
    assert!(svg("scatter").contains("no answer"));
    assert!(svg("curves").contains("anytime with &lt;&amp;&gt;  "));
}

#[test]
fn panels_name_the_levels_on_their_axis() {
    let levels: Vec<String> = (0..23).map(|n| format!("hard-{n:02}")).collect();
    let panel = |label: &str| Panel {
        label: label.into(),
        note: String::new(),
        readings: (0..23).map(|level| Reading::Value(f64::from(level) + 1.0)).collect(),
    };
    let axis = Axis::linear("moves", Unit::Moves);
    // Four panels: a full row, and one panel below it.
    let svg = panels(&Frame::new("a", ""), &axis, &levels, &["a", "b", "c", "d"].map(panel));
    for level in &levels {
        assert_eq!(svg.matches(&format!(">{level}</text>")).count(), 3, "{level}");
    }
}

#[test]
fn charts_of_nothing_are_charts() {
    let frame = Frame::new("Nothing", "");
    let time = Axis::log("time", Unit::Seconds);
    let cross =
        Cross { across: "a".into(), up: "b".into(), axis: time.clone(), groups: Vec::new() };
    let empty = [
        dots(&frame, std::slice::from_ref(&time), &[]),
        curves(&frame, &time, None, &[]),
        scatter(&frame, &cross, &[]),
        panels(&frame, &time, &[], &[]),
        boxes(
            &frame,
            &time,
            &[BoxRow { label: "none".into(), series: 0, values: Vec::new(), missing: 3 }],
        ),
        shares(&frame, &[], &[]),
    ];
    for svg in empty {
        assert_well_formed("empty", &svg);
        assert!(!svg.contains("NaN"), "{svg}");
    }
}

/// The widest label has exactly the room that was made for it.
#[test]
fn labels_of_ranks_are_not_cut() {
    let names = ["anytime with reach", "bfs", "astar with h1", "wastar with reach", "i", "lll.,"];
    for name in names {
        let rank = |label: &str, rank| Ranked { label: label.to_string(), series: 0, rank };
        let chart = differences(&Frame::new("a", "b"), &[rank(name, 1.0), rank("a", 2.0)], 0.5);
        assert!(chart.contains(&format!(">{name} 1.00<")), "{chart}");
    }
}
