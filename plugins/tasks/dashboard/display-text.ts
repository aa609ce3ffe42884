// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escape sequences are what it removes
const escapes = /\u001b(?:\[[0-9;:<=>?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|[ -/]*[0-~])/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

/** Output of a command without colors, titles and other terminal control; a line that was overwritten shows its end. */
export const displayText = (output: string): string =>
  output
    .replace(escapes, '')
    .replace(/\r+\n/g, '\n')
    .replace(/[^\n]*\r/g, '')
    .replace(controls, '')
