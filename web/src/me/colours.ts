/** The colours a person can have; the server knows the same. */
export const colours = ["amber", "blue", "green", "grey", "pink", "purple", "red", "teal"] as const;
