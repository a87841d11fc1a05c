use std::time::Duration;

use quadrille_base::quantities::*;

#[test]
fn amounts_are_read() {
    assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
    assert_eq!(duration("1.5h"), Ok(Duration::from_secs(5400)));
    assert_eq!(duration("1h30m"), Ok(Duration::from_secs(5400)));
    assert_eq!(duration("2 min 5 s 250 ms"), Ok(Duration::from_millis(125_250)));
    assert_eq!(size("2GiB"), Ok(2 << 30));
    assert_eq!(size("500MB"), Ok(500_000_000));
    assert_eq!(size("18446744073709551615"), Ok(u64::MAX));
    assert_eq!(count("1_000_000"), Ok(1_000_000));
    assert_eq!(count("1.5M"), Ok(1_500_000));
    for bad in [
        "",
        "s",
        "-1s",
        "10",
        "10y",
        "1e999s",
        ".s",
        "1..2s",
        "9e9h",
        "99999999999999999999h",
        "1h30",
        "30m1h",
        "1h1h",
        "1h,30m",
    ] {
        assert!(duration(bad).is_err(), "{bad}");
    }
    for bad in ["", "GiB", "2Gib/s", "-5", "18446744073709551616", "99999999TiB", "0x10"] {
        assert!(size(bad).is_err(), "{bad}");
    }
    for bad in ["", "k", "5m", "-3", "1 2", "99999999999999999999"] {
        assert!(count(bad).is_err(), "{bad}");
    }
}

#[test]
fn amounts_are_written() {
    assert_eq!(bytes(1023), "1023 B");
    assert_eq!(bytes(1_572_864), "1.5 MiB");
    assert_eq!(bytes(1_040_187_392), "992 MiB");
    assert_eq!(seconds(0.0123), "12.3 ms");
    assert_eq!(seconds(125.4), "2 min 5 s");
}
