//! Files of runs, read by the libraries that they are for.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use alembert::walk::{RunRequest, Table};

use crate::tool::{missing, python_with};
use crate::{followed, last};

/// A blade with an observed quantity, and names with primes and Greek letters.
const BLADE: &str = "coordinates\n  x, y [m]\n  φ [rad]\nparameters\n  m = 1, J = 0.1, g = 2.9\n\
                     L = ½ m (x'² + y'²) + ½ J φ'² + m g x\nconstraints\n  \
                     edge: x' sin φ = y' cos φ\ninitial\n  x = 0, y = 0, φ = 0, x' = 0, φ' = 2\n\
                     run 0 .. 10 s\nobserve\n  speed = sqrt(x'² + y'²)\n";

/// Prints every column by its bytes, and the metadata that all forms have.
const NPZ: &str = "
import json, numpy, sys
file = numpy.load(sys.argv[1])
for name in file.files:
    if name != 'metadata':
        assert file[name].dtype == numpy.float64
        print(name, file[name].tobytes().hex())
about = json.loads(str(file['metadata']))
print('model_hash', about['model_hash'])
print('unit', about['units'][\"phi'\"])
";
const PARQUET: &str = "
import json, pyarrow.parquet, sys
table = pyarrow.parquet.read_table(sys.argv[1])
for name in table.column_names:
    print(name, table[name].to_numpy().tobytes().hex())
about = table.schema.metadata
print('model_hash', about[b'model_hash'].decode())
print('unit', json.loads(about[b'units'])[\"phi'\"])
";

/// What a program finds in a file must be the table, bit by bit.
fn is_read((python, program): (&str, &str), (name, file): (&str, &[u8]), table: &Table) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, file).expect("a file can be written");
    let output = Command::new(python).args(["-c", program]).arg(&path).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("it prints ASCII");
    let mut found: BTreeMap<&str, &str> =
        text.lines().map(|line| line.split_once(' ').expect("a name and a value")).collect();
    assert_eq!(found.remove("model_hash"), table.metadata["model_hash"].as_str());
    assert_eq!(found.remove("unit"), Some("rad/s"));
    assert_eq!(found.len(), table.columns.len());
    for column in &table.columns {
        let bytes = column.values.iter().flat_map(|x| x.to_le_bytes());
        let bytes: String = bytes.map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(found.get(column.name.as_str()), Some(&bytes.as_str()), "{}", column.name);
    }
}

#[test]
fn numpy_reads_what_was_written() {
    let table = followed(BLADE, RunRequest::default()).table(BLADE);
    let python = python_with("numpy").expect("`./test` makes a Python that has NumPy");
    is_read((&python, NPZ), ("motion.npz", &table.npz().unwrap()), &table);
}

/// Where there is no `PyArrow`, because it is not built for the platform, our own reading of the format stands
/// alone.
#[test]
fn pyarrow_reads_what_was_written() {
    let table = followed(BLADE, RunRequest::default()).table(BLADE);
    let Some(python) = python_with("pyarrow.parquet") else {
        return missing("pyarrow", "no other program read the Parquet file");
    };
    is_read((&python, PARQUET), ("motion.parquet", &table.parquet()), &table);
}

/// What a model names is its own; the energy and the multipliers give way, so that every column can be read.
#[test]
fn no_two_columns_have_one_name() {
    let text = "coordinates\n  lambda_c, E\nL = ½ (lambda_c'² + E'²) - E\nconstraints\n  c: lambda_c' = E'\n\
                initial\n  lambda_c = 0, E = 1, E' = 0.5\nrun 0 .. 1\nobserve\n  residual_c = 2 E\n";
    let report = followed(text, RunRequest::default());
    let names: Vec<&str> = report.columns.iter().map(|c| c.name.as_str()).collect();
    let mut different = names.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!(names.len(), different.len(), "{names:?}");
    assert!((last(&report, "residual_c") - 2.0 * last(&report, "E")).abs() < 1e-14);
    assert!(
        (last(&report, "E_") - 1.25).abs() < 1e-14 && last(&report, "residual_c_").abs() < 1e-14
    );
}
