mod approval;
mod pages;
mod record;
mod signature;
