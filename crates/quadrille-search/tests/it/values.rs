//! Weights, and states as words.

use quadrille_search::algorithm::Weight;
use quadrille_search::toolkit::Packed;

#[test]
fn weights_print_as_they_were_typed() {
    for text in ["0", "1", "1.5", "0.125", "9999"] {
        assert_eq!(Weight::parse(text).map(|weight| weight.to_string()).as_deref(), Some(text));
    }
    for text in ["", ".", "1.", ".5", "-1", "1e3", "10000", "1.2345"] {
        assert_eq!(Weight::parse(text), None, "{text}");
    }
    for text in ["-30", "-0.5", "2", "-9999"] {
        let weight = Weight::parse_signed(text).map(|weight| weight.to_string());
        assert_eq!(weight.as_deref(), Some(text));
    }
    assert_eq!(Weight::parse_signed("-0.5").map(Weight::value), Some(-0.5));
    for text in ["-", "--1", "+1", "-10000"] {
        assert_eq!(Weight::parse_signed(text), None, "{text}");
    }
}

#[test]
fn bytes_come_back() {
    for length in [1, 7, 8, 9, 16, 21] {
        let state: Box<[u8]> = (0..length).map(|at| 251 - at).collect();
        let mut words = vec![0; state.words()];
        state.pack(&mut words);
        assert_eq!(state.unpack(&words), state);
    }
}
