mod change;
mod modules;
mod settings;
mod suspension;
mod versions;
