/** The first page after signing in: links, treatments that await approval, and notes on the trial and the sample data. */
export {};
