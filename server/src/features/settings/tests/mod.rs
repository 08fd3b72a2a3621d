mod change;
mod settings;
mod suspension;
mod versions;
