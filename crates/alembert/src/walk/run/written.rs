//! Tables read back from what [`Table`] writes as CSV and JSON.
//!
//! Any CSV with a line of names will do; `# units: x [m], …` and `# title: …` are understood where they
//! are there. An empty cell, or null, is a gap: there the quantity has no value. Words that are no numbers
//! are mistakes, and so is a row without its time.

use serde_json::{Map, Value};

use super::look::Column;
use super::table::Table;

/// What is wrong in a row.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowError {
    /// It is too short or too long.
    #[error("{numbers} numbers under {names} names")]
    Length {
        /// Its numbers.
        numbers: usize,
        /// The names of columns.
        names: usize,
    },
    /// A word stands in the place of a number.
    #[error("`{0}` is not a number")]
    NotANumber(String),
}

/// Why a text is no table of a motion.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MotionError {
    /// There are no rows.
    #[error("there are no rows of numbers below a line of names")]
    Empty,
    /// A line is wrong.
    #[error("line {line}: {reason}")]
    Line {
        /// Its number.
        line: usize,
        /// What is wrong.
        reason: RowError,
    },
    /// The JSON is not that of a motion.
    #[error("{0}")]
    Json(String),
    /// The form cannot be read.
    #[error("files of the form .{0} are written by `run` but not read")]
    Form(String),
    /// It is no file of a motion.
    #[error("this is no motion that `run -o` wrote, and only such motions stand beside each other")]
    NoMotion,
    /// The panels of a model show nothing of it.
    #[error("the panels show none of its columns: {list}")]
    Foreign {
        /// All names.
        list: String,
    },
    /// A time before the motion.
    #[error("nothing is left of the motion until t = {to}; it begins at t = {from}")]
    Outside {
        /// Where it begins.
        from: f64,
        /// The time that was asked for.
        to: f64,
    },
    /// There is no such column.
    #[error("there is no column `{name}`; there are {list}")]
    NoColumn {
        /// What was asked for.
        name: String,
        /// All names.
        list: String,
    },
    /// A curve says nothing, or too much.
    #[error("the curve `{text}` is not understood: {reason}")]
    Curve {
        /// The curve as written.
        text: String,
        /// What is wrong.
        reason: String,
    },
}

impl MotionError {
    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::Form(_) | Self::NoMotion => "write the motion as .csv or .json: `alembert run MODEL -o motion.csv`",
            Self::Foreign { .. } => {
                "name the columns as the model names its quantities, and ask for them as curves: \
                 `alembert plot MODEL \"x\" --with data.csv`"
            }
            Self::Outside { .. } => "give `--to` a time that the motion has",
            Self::NoColumn { .. } | Self::Curve { .. } => {
                "a curve of a file is made of its columns: `x`, `x, y`, `y vs x` or `x^2 + y^2`; what is \
                 not among them needs the model in place of the file"
            }
            _ => "a table is a line of names and rows of numbers, as `alembert run MODEL -o motion.csv` \
                  writes it",
        }
        .to_owned()
    }
}

impl Table {
    /// The table of a CSV text.
    ///
    /// ```
    /// let table = alembert::walk::Table::from_csv("# units: x [m]\nt,x\n0,1\n1,2.5\n").unwrap();
    /// assert_eq!(table.columns[1].values, [1.0, 2.5]);
    /// assert_eq!(table.columns[1].unit.as_deref(), Some("m"));
    /// ```
    ///
    /// # Errors
    /// What is wrong with it, and in which line.
    pub fn from_csv(text: &str) -> Result<Self, MotionError> {
        let mut metadata = Map::new();
        let mut columns: Vec<Column> = Vec::new();
        for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let text = text.trim();
            if let Some(note) = text.strip_prefix('#') {
                if let Some((key, value)) = note.split_once(':') {
                    metadata.insert(key.trim().to_owned(), Value::from(value.trim()));
                }
            } else if columns.is_empty() && !text.is_empty() {
                columns = named(text);
            } else if !text.is_empty() {
                row(text, &mut columns).map_err(|reason| MotionError::Line { line, reason })?;
            }
        }
        let units = metadata.remove("units");
        for column in &mut columns {
            column.unit =
                unit(units.as_ref().and_then(Value::as_str).unwrap_or_default(), &column.name);
        }
        full(Self { metadata, columns })
    }

    /// The table of a JSON text, as [`Table::json`] writes it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_json(text: &str) -> Result<Self, MotionError> {
        let value: Value =
            serde_json::from_str(text).map_err(|error| MotionError::Json(error.to_string()))?;
        let missing = |what: &str| MotionError::Json(format!("it has no {what}"));
        let list = value["columns"].as_array().ok_or_else(|| missing("list `columns`"))?;
        let mut columns = Vec::new();
        for column in list {
            let name = column["name"].as_str().ok_or_else(|| missing("`name` of a column"))?;
            let values =
                column["values"].as_array().ok_or_else(|| missing("`values` of a column"))?;
            let number = |x: &Value| if x.is_null() { Some(f64::NAN) } else { x.as_f64() };
            let values: Option<Vec<f64>> = values.iter().map(number).collect();
            let values = values.ok_or_else(|| {
                MotionError::Json(format!("the column `{name}` has values that are no numbers"))
            })?;
            let unit = column["unit"].as_str().map(str::to_owned);
            columns.push(Column { name: name.to_owned(), unit, values });
        }
        let lengths: Vec<usize> = columns.iter().map(|c| c.values.len()).collect();
        if lengths.windows(2).any(|pair| pair[0] != pair[1]) {
            return Err(MotionError::Json("its columns have unequal lengths".to_owned()));
        }
        let metadata = value["metadata"].as_object().cloned().unwrap_or_default();
        full(Self { metadata, columns })
    }
}

fn full(table: Table) -> Result<Table, MotionError> {
    if table.rows() == 0 { Err(MotionError::Empty) } else { Ok(table) }
}

fn named(text: &str) -> Vec<Column> {
    let column = |name: &str| Column {
        name: name.trim().trim_matches('"').to_owned(),
        unit: None,
        values: Vec::new(),
    };
    text.split(',').map(column).collect()
}

fn row(text: &str, columns: &mut [Column]) -> Result<(), RowError> {
    let cells: Vec<&str> = text.split(',').map(str::trim).collect();
    if cells.len() != columns.len() {
        return Err(RowError::Length { numbers: cells.len(), names: columns.len() });
    }
    for (k, (cell, column)) in cells.iter().zip(columns).enumerate() {
        if cell.is_empty() && k > 0 {
            column.values.push(f64::NAN);
            continue;
        }
        let number = cell.parse::<f64>().ok().filter(|x| x.is_finite());
        let refused = || RowError::NotANumber((*cell).to_owned());
        column.values.push(number.ok_or_else(refused)?);
    }
    Ok(())
}

/// The unit of a column in `x [m], phi [rad]`.
fn unit(units: &str, name: &str) -> Option<String> {
    let own = units.split(", ").find_map(|part| part.strip_prefix(name)?.strip_prefix(" ["))?;
    own.strip_suffix(']').map(str::to_owned)
}
