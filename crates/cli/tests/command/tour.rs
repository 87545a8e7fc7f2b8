//! `alembert tour`

use std::time::{Duration, Instant};

use crate::printed;

#[test]
fn the_tour_shows_three_systems_and_says_what_to_try_next() {
    let tour = printed(&["tour"]);
    let heads =
        ["1. Knife edge", "2. Sphere rolling", "3. Ball on a turntable", "What to try next"];
    let places: Vec<usize> = heads.iter().filter_map(|head| tour.find(head)).collect();
    assert_eq!(places.len(), heads.len());
    assert!(places.is_sorted(), "{places:?}");
    assert!(tour[places[3]..].contains("alembert init mine"));
}

#[test]
fn each_system_has_a_proved_claim_then_a_refuted_one_with_its_witness() {
    let tour = printed(&["tour"]);
    let stops: Vec<&str> = tour.split("$ alembert examples ").skip(1).collect();
    assert_eq!(stops.len(), 3);
    for stop in stops {
        let proved = stop.find("\n    proved: ").unwrap();
        let refuted = stop.find("\n    refuted: ").unwrap();
        let witness = stop.find("left side").unwrap();
        assert!(proved < refuted && refuted < witness);
        assert!(stop.contains(" 0 fail, "), "what is told of the models is true");
    }
}

#[test]
fn the_tour_takes_less_than_ten_seconds() {
    let start = Instant::now();
    printed(&["tour"]);
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn the_commands_of_the_tour_can_be_typed() {
    let tour = printed(&["tour"]);
    for line in tour.lines().filter_map(|line| line.strip_prefix("$ alembert ")) {
        let (words, claim) = line.split_once('"').unwrap_or((line, ""));
        let mut arguments: Vec<&str> = words.split_whitespace().collect();
        arguments.extend(claim.strip_suffix('"'));
        printed(&arguments);
    }
}
