mod long;
mod seal;
