//! Writes a type for each permission in `server/permissions.csv`.

use std::{collections::BTreeSet, env, fs, io, path::Path};

const MATRIX: &str = "../../permissions.csv";

/// `clinic.settings.read` is `ClinicSettingsRead`. The specification calls exams `gfe`; the code calls them exams.
fn type_name(permission: &str) -> String {
    let parts = permission.split(['.', '_']).map(|part| if part == "gfe" { "exam" } else { part });
    parts.map(|part| part[..1].to_uppercase() + &part[1..]).collect()
}

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={MATRIX}");
    let matrix = fs::read_to_string(MATRIX)?;
    // The third column; neither it nor the two before it hold a comma. Without a permission it is a dash, and a patient's link asks for none.
    let permissions = matrix.lines().skip(1).filter_map(|row| row.split(',').nth(2));
    let asked: BTreeSet<_> = permissions.filter(|name| *name != "-" && !name.starts_with("portal.")).collect();
    let types: Vec<_> = asked.iter().map(|name| format!("    {} = {name:?},\n", type_name(name))).collect();
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("permissions.rs"), format!("permissions! {{\n{}}}\n", types.concat()))
}
