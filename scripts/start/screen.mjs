const loud = ['warn', 'error', 'fatal']

/**
 * One line of a program's log as a person reads it; what is not JSON stays as it is.
 * @param {string} source
 * @param {string} line
 */
export function readable(source, line) {
  try {
    const { time, level, plugin, msg, err } = JSON.parse(line)
    if (typeof msg !== 'string') return `${source}  ${line}`
    const clock = new Date(time).toTimeString().slice(0, 8)
    const where = plugin ? `${source}/${plugin}` : source
    return [clock, where, loud.includes(level) && level, msg, err?.message].filter(Boolean).join('  ')
  } catch {
    return `${source}  ${line}`
  }
}

/** The password in a log line that carries one. @param {string} line */
export const passwordIn = (line) => /admin password: ([^\s"]+)/.exec(line)?.[1]

/** @param {string[]} lines */
export function box(lines) {
  const width = Math.max(...lines.map((line) => line.length))
  const edge = '─'.repeat(width + 4)
  return [`┌${edge}┐`, ...lines.map((line) => `│  ${line.padEnd(width)}  │`), `└${edge}┘`].join('\n')
}
