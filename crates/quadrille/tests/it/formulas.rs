//! Formulas over heuristics, algorithms and methods as typed, and the least matching.

use quadrille::Method;
use quadrille::heuristics::{
    Claims, Custom, Expression, Feature, HeuristicInfo, Vocabulary, ZERO, least_matching,
};
use quadrille::registry::{ALGORITHMS, OptionInfo, algorithm};
use quadrille::search::Algorithm;
use quadrille_base::random::Random;

const fn leaf(name: &'static str, admissible: bool, whole: bool) -> HeuristicInfo {
    let info = HeuristicInfo::new(name, "", "");
    HeuristicInfo { admissible, consistent: admissible, whole, ..info }
}

const GAME: Vocabulary = Vocabulary {
    game: "test",
    default: &ZERO,
    heuristics: &[leaf("good", true, true), leaf("real", true, false), leaf("wild", false, true)],
    features: &[Feature { name: "seeds", about: "", count: |_| 3 }],
    counts_pushes: false,
};

fn claims(text: &str) -> Claims {
    text.parse::<Expression>().unwrap().check(GAME).unwrap()
}

#[test]
fn claims_follow_from_the_parts() {
    assert!(claims("good").is_admissible());
    assert!(claims("max(good,real)").is_admissible());
    assert!(!claims("max(good,real)").whole);
    assert!(!claims("max(good,wild)").is_admissible());
    assert!(!claims("good+real").is_admissible());
    assert_eq!(claims("good+real").admissible, 2.0);
    assert!(claims("0.5*good+0.5*real").is_consistent());
    assert!(claims("0.5*(good+real)").is_consistent());
    assert!(claims("0*wild").is_admissible());
    assert!(claims("good+zero").is_admissible());
    assert!(!claims("1.5*good").whole);
}

#[test]
fn a_declaration_is_taken_for_what_it_says() {
    let mine = Custom::of_boards("mine", 1, |_| Ok(1.0));
    let claims = |custom: Custom| Expression::Custom(custom).check(GAME).unwrap();
    assert!(!claims(mine.clone()).is_admissible());
    let declared = claims(mine.clone().declared_admissible());
    assert!(declared.is_admissible() && !declared.is_consistent() && !declared.whole);
    assert_ne!(mine, mine.clone().declared_admissible());
    let find = |_: &str| Ok(mine.clone().declared_admissible());
    let both = Expression::parse_with("max(good,@mine)", find).unwrap();
    assert!(both.check(GAME).unwrap().is_admissible());
}

#[test]
fn nothing_is_claimed_that_does_not_follow() {
    let yes = |text: &str| assert!(claims(text).is_admissible(), "{text}");
    let no = |text: &str| assert!(!claims(text).is_admissible(), "{text}");
    let good = "min(good,wild) min(seeds,real) max(good,1) 1 good-1 good-seeds good-wild (good+real)/2 \
                good/max(seeds,1) min(1,seeds)*good 0-seeds";
    let bad = "seeds good+1 2 good-real wild-good good--1 good/seeds good*seeds seeds/9 min(wild,seeds) \
               good/0.5 2*good -1*real";
    good.split_whitespace().for_each(yes);
    bad.split_whitespace().for_each(no);
    // The difference falls where the subtracted value rises.
    assert!(claims("good-1").is_consistent() && !claims("good-seeds").is_consistent());
    assert!(claims("min(good,real)").is_consistent() && !claims("min(good,wild)").is_consistent());
    assert!(!claims("good-1").whole && claims("max(good-1,0)").whole && claims("2*seeds").whole);
    assert_eq!(claims("good+1").admissible, 2.0);
}

#[test]
fn errors_point_at_the_place() {
    let error = |text: &str| text.parse::<Expression>().unwrap_err().span().start;
    assert_eq!(error("max(good"), 8);
    assert_eq!(error("good++good"), 5);
    assert_eq!(error("1.2345*good"), 0);
    assert_eq!(error("good)"), 4);
    assert_eq!(error("good/0"), 5);
    assert_eq!(error("min good"), 4);
    let unknown = "2*(good+rael)".parse::<Expression>().unwrap().check(GAME).unwrap_err();
    assert_eq!(unknown.span(), 8..12);
    assert!(unknown.message().contains("real"));
    let unknown = "sedes".parse::<Expression>().unwrap().check(GAME).unwrap_err();
    assert!(unknown.message().contains("seeds"), "{unknown}");
    assert!("(".repeat(1000).parse::<Expression>().is_err());
    assert!("1*".repeat(1000).parse::<Expression>().is_err());
    assert!("-".repeat(1000).parse::<Expression>().is_err());
    assert!(("1+".repeat(1000) + "1").parse::<Expression>().is_err());
}

#[test]
fn expressions_read_what_they_write() {
    for text in [
        "good",
        "max(good,wild(a,b))",
        "2*(good+real)",
        "0.5*2*good+real",
        "max(a+b,c)",
        "min(a-b,c)/2",
        "a-(b-c)",
        "a-b-c+d",
        "a+(b-c)",
        "a/(b*c)",
        "a/b*c",
        "0-a",
        "-2*a",
        "a--2",
        "max(@mine,2*@dir/my-own.heuristic)",
        "@\"with a blank\"+good",
    ] {
        let read: Expression = text.parse().unwrap();
        assert_eq!(read.to_string(), text);
        assert_eq!(read.to_string().parse::<Expression>().unwrap(), read);
    }
    let same = |one: &str, other: &str| {
        assert_eq!(one.parse::<Expression>().unwrap(), other.parse().unwrap());
    };
    same("reach - 1", "reach-1");
    same("-reach", "0-reach");
    same("(a+b)+(c+d)", "a+b+c+d");
}

#[test]
fn methods_read_what_they_write() {
    for text in [
        "bfs",
        "astar with relaxed",
        "wastar(1.5) with max(a,2*b)+zero",
        "astar with h1 without dead-ends",
        "dfs(30) without canonical,dead-ends",
        "best in pushes",
        "astar with pushes without dead-ends in pushes",
    ] {
        assert_eq!(text.parse::<Method>().unwrap().to_string(), text);
    }
    let spaced: Method = "astar with max(a, b)".parse().unwrap();
    assert_eq!(spaced, "astar with max(a,b)".parse().unwrap());
    let ordered: Method = "ordered(path = -30, estimate =1)".parse().unwrap();
    assert_eq!(ordered, "ordered(path=-30,estimate=1)".parse().unwrap());
}

#[test]
fn mistakes_have_their_place() {
    let error = |text: &str| text.parse::<Method>().unwrap_err();
    assert_eq!(error("astr").span(), 0..4);
    assert_eq!(error("astar with max(a").span().start, 16);
    assert_eq!(error("bfs with h1").span(), 4..11);
    let unknown = error("bfs without canonical,symmetry");
    assert_eq!(unknown.span(), 22..30);
    assert_eq!(error("best in steps").span(), 8..13);
}

/// The least sum by trying everything.
fn by_trying(prices: &[Vec<Option<u32>>], free: &[usize]) -> Option<u32> {
    let Some((first, rest)) = prices.split_first() else { return Some(0) };
    let ways = free.iter().filter_map(|&column| {
        let others: Vec<usize> = free.iter().copied().filter(|&at| at != column).collect();
        Some(first[column]? + by_trying(rest, &others)?)
    });
    ways.min()
}

#[test]
fn it_is_the_least_of_all() {
    let mut random = Random::new(1, 2);
    for _ in 0..2_000 {
        let columns = random.between(1, 6);
        let rows = random.between(1, columns);
        let price = |random: &mut Random| (!random.once_in(4)).then(|| random.below(20) as u32);
        let prices: Vec<Vec<Option<u32>>> =
            (0..rows).map(|_| (0..columns).map(|_| price(&mut random)).collect()).collect();
        let all: Vec<usize> = (0..columns).collect();
        assert_eq!(least_matching(&prices, 0..columns), by_trying(&prices, &all), "{prices:?}");
    }
}

#[test]
fn every_algorithm_reads_what_it_writes() {
    for info in ALGORITHMS {
        assert_eq!(algorithm(info.name), Ok(info.algorithm));
        assert_eq!(info.algorithm.to_string(), info.name);
        assert_eq!(algorithm(&OptionInfo::usage(info.name, info.options)), Ok(info.algorithm));
    }
    for text in [
        "dfs(30)", "wastar(1.5)", "ordered(0,1)", "ordered(-30,1)", "beam(7)", "parallel(2)",
        "ids(0)",
    ] {
        assert_eq!(algorithm(text).unwrap().to_string(), text);
    }
    assert_eq!(algorithm("ordered(path=-30,estimate=1)"), algorithm("ordered(-30,1)"));
    assert_eq!(algorithm("beam( width=7 )"), Ok(Algorithm::Beam { width: 7 }));
}

#[test]
fn errors_say_where_and_what_else() {
    let error = |text: &str| algorithm(text).unwrap_err();
    assert_eq!(error("astr").span(), 0..4);
    assert!(error("astr").message().contains("astar"));
    assert!(error("beam(0)").message().contains("from 1"));
    assert_eq!(error("beam(0)").span().start, 5);
    assert!(error("wastar(-2)").message().contains("2 or 1.5"));
    assert!(error("bfs(3)").message().contains("no options"));
    assert!(error("beam(3").message().contains("')'"));
    assert!(error("beam(breadth=3)").message().contains("breadth"));
    assert!(error("beam(3) x").message().contains("the end"));
    assert!(error("").message().contains("name of an algorithm"));
}
