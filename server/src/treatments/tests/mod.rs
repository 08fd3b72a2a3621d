mod approval;
mod record;
mod signature;
