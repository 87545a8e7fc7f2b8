//! The ledger: what five papers say, equation by equation, decided by running.
//!
//! ```text
//! examples/papers/NAME.ledger   rows: key | claim | decided by | lost mark | remark
//! examples/papers/NAME-*.mech   models; the comment of a line of expect or reject names its row
//! examples/papers/NAME.sections the sections of the paper, each with its first row
//! check/NAME.rs                 identities for every L and every constraint, in Rust
//! ```
//!
//! A row *holds* when every line that names it is decided as its section says. It is *refuted* when
//! one of these lines stands under `reject`: the printed form fails at a state, and the right form
//! stands beside it under `expect`. A row without a line is *open*. No verdict is written down by
//! hand, except that a row is a definition or that no computation decides it (`editorial`).
//!
//! What "wrong" means: wrong in the text that was used. Where a lost dot, prime or index may be the
//! conversion's and not the author's, the row says so.

#![allow(non_snake_case, reason = "L and A are the symbols of the papers")]

mod check;
mod decide;
mod fold;
mod lookup;
mod models;
mod page;
mod report;
mod row;
mod section;
mod shown;

pub use check::{CHECKS, Check, Finding};
pub use decide::{Decided, Ruling, decide, decide_watched};
pub use fold::folded;
pub use lookup::{Chosen, LookupError, lookup};
pub use models::{PAPER_MODELS, PaperModel, SourceError};
pub use page::page;
pub use report::{LedgerReport, Tally};
pub use row::{Basis, Row, RowError, Source, rows};
pub use section::Section;

/// A paper with the table of its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// The name on the command line, `wolf`.
    pub name: &'static str,
    /// Who wrote it, and on what.
    pub title: &'static str,
    /// Its key in `REFERENCES.bib`.
    pub reference: &'static str,
    /// The text of its table.
    pub table: &'static str,
}

macro_rules! table {
    ($name:literal) => {
        include_str!(concat!("../../../../examples/papers/", $name, ".ledger"))
    };
}

/// The papers, in the order of the ledger.
pub const PAPERS: &[Paper] = &[
    Paper {
        name: "lemos",
        title: "Lemos, nonholonomic constraints and Voronec's equations",
        reference: "Lemos2022",
        table: table!("lemos"),
    },
    Paper {
        name: "wolf",
        title: "Wolf, nonholonomic constraints in geometric mechanics",
        reference: "Wolf2005",
        table: table!("wolf"),
    },
    Paper {
        name: "note",
        title: "Class note, Goldstein's equation and Gauss's principle",
        reference: "ClassNote",
        table: table!("note"),
    },
    Paper {
        name: "moreschi-castellano",
        title: "Moreschi and Castellano, Hamilton's principle and the ball on a turntable",
        reference: "MoreschiCastellano2006",
        table: table!("moreschi-castellano"),
    },
    Paper {
        name: "crasmareanu",
        title: "Crâşmăreanu, nonholonomic Lagrangians of second order",
        reference: "Crasmareanu2000",
        table: table!("crasmareanu"),
    },
];

impl Paper {
    /// The paper of this name.
    ///
    /// ```
    /// use alembert::ledger::Paper;
    /// assert_eq!(Paper::named("wolf").unwrap().reference, "Wolf2005");
    /// assert!(Paper::named("sheep").is_none());
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Paper> {
        PAPERS.iter().find(|paper| paper.name == name)
    }
}
