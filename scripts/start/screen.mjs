const shownLevels = ['warn', 'error', 'fatal']

/**
 * Formats a JSON log line for reading. Other lines are returned unchanged, with the source in front.
 * @param {string} source
 * @param {string} line
 */
export function formatLine(source, line) {
  try {
    const { time, level, plugin, msg, err } = JSON.parse(line)
    if (typeof msg !== 'string') return `${source}  ${line}`
    const clock = new Date(time).toTimeString().slice(0, 8)
    const where = plugin ? `${source}/${plugin}` : source
    return [clock, where, shownLevels.includes(level) && level, msg, err?.message].filter(Boolean).join('  ')
  } catch {
    return `${source}  ${line}`
  }
}

/** The password in a log line, if there is one. @param {string} line */
export const passwordIn = (line) => /admin password: ([^\s"]+)/.exec(line)?.[1]

/** @param {string[]} lines */
export function box(lines) {
  const width = Math.max(...lines.map((line) => line.length))
  const edge = '─'.repeat(width + 4)
  return [`┌${edge}┐`, ...lines.map((line) => `│  ${line.padEnd(width)}  │`), `└${edge}┘`].join('\n')
}
