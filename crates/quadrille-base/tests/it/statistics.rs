use quadrille_base::statistics::*;

#[test]
fn quantiles_are_those_of_other_tools() {
    // numpy.quantile([1, 2, 4, 8, 16], [.05, .25, .5, .75, .95])
    let spread = Spread::of(&[16.0, 1.0, 8.0, 2.0, 4.0]).unwrap();
    let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
    assert!(near(spread.low, 1.2) && near(spread.lower, 2.0) && near(spread.median, 4.0));
    assert!(near(spread.upper, 8.0) && near(spread.high, 14.4));
    assert_eq!(Spread::of(&[]), None);
    assert_eq!(median(&[1.0, f64::INFINITY, f64::INFINITY]), Some(f64::INFINITY));
}

#[test]
fn signed_ranks_are_those_of_other_tools() {
    // R: wilcox.test(c(1.1,-0.4,2.3,0.7,1.9,-0.2,0.9,1.4), exact = TRUE)$p.value = 0.0390625
    let exact = wilcoxon(&[1.1, -0.4, 2.3, 0.7, 1.9, -0.2, 0.9, 1.4]);
    assert!((exact.chance - 0.039_062_5).abs() < 1e-9, "{exact:?}");
    assert!((exact.effect - 30.0 / 36.0).abs() < 1e-9, "{exact:?}");
    // With ties the normal distribution: 10 ones and 2 minus ones have ranks 6.5 each.
    let mut many = vec![1.0; 10];
    many.extend([-1.0; 2]);
    let tied = wilcoxon(&many);
    // W = 65, mean 39, variance 162.5 - 1716/48 = 126.75; z = 25.5 / 11.258 = 2.265
    assert!((tied.chance - 0.023_5).abs() < 2e-4, "{tied:?}");
    assert_eq!(wilcoxon(&[0.0, 0.0]).chance, 1.0);
}

#[test]
fn several_chances_are_corrected_together() {
    assert_eq!(holm(&[]), Vec::<f64>::new());
    let corrected = holm(&[0.5, 0.001, 0.2]);
    assert!((corrected[1] - 0.003).abs() < 1e-12 && (corrected[2] - 0.4).abs() < 1e-12);
    assert!((corrected[0] - 0.5).abs() < 1e-12);
    assert!((critical_difference(5, 30).unwrap() - 1.1137).abs() < 1e-3);
    assert_eq!(critical_difference(1, 30), None);
    let (low, high) = bootstrap(&[1.0, 2.0, 3.0], &|v| v.iter().sum::<f64>() / 3.0).unwrap();
    assert!((1.0..2.0).contains(&low) && (2.0..=3.0).contains(&high));
}

#[test]
fn leads_are_weighed() {
    // binom.test(15, 20): p = 0.04139
    assert!((sign_test(15, 5) - 0.041_389_465).abs() < 1e-8);
    assert_eq!(sign_test(0, 0), 1.0);
    assert!(sign_test(3000, 0) < 1e-300 || sign_test(3000, 0) == 0.0);
}
