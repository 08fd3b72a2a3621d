/** Words with their first letter as a capital: in the text itself, so that it is read out, copied and found as it is seen. */
export const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
