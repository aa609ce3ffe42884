/** Options to send a frame as text. */
export const asText = { binary: false }
