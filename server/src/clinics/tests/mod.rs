mod birth;
mod settings;
mod suspension;
