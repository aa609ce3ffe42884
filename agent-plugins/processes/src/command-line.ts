import { maxCommandLength } from '@svc/plugin-processes/wire'
import { plainText } from '@svc/protocol'

const mask = '***'

/** A word that tells that its value is a secret: `--db-password`, `API_TOKEN`, `-pass`. */
const secretWord =
  /(?:pass(?:w(?:or)?d|phrase)?|pwd|secret|token|api-?_?key|access-?_?key|private-?_?key|credentials?|auth(?:orization)?|cookie|bearer)$/i

const isSecretFlag = (text: string) => /^-{1,2}[\w.-]+$/.test(text) && secretWord.test(text)

/** Hides user information in URLs, and the value after the name of a secret. */
function maskArgument(argument: string): string {
  const withoutUsers = argument.replace(/([a-z][a-z0-9+.-]*:\/\/)[^/\s@]+@/gi, `$1${mask}@`)
  return withoutUsers.replace(/([\w.-]+)([=:])(?!\/\/)(\s*\S.*)/s, (all, name: string, sign: string) =>
    secretWord.test(name) ? `${name}${sign}${mask}` : all,
  )
}

/**
 * Parses /proc/<pid>/cmdline for display: values that look like secrets are masked, in `--token=x`, `--token x`, `TOKEN=x`,
 * URLs and headers. Null for programs that have no arguments to show, such as kernel threads.
 */
export function parseCommandLine(cmdline: string): string | null {
  const text = Buffer.from(cmdline, 'latin1').toString('utf8')
  // Programs that rewrite their title leave spaces instead of the separators.
  const argv = text.replace(/\0+$/, '').split('\0')
  if (argv.length === 1 && !argv[0]) return null
  const shown = argv.map((argument, i) => {
    const before = argv[i - 1]
    if (i > 0 && before !== undefined && isSecretFlag(before) && !argument.startsWith('-')) return mask
    return maskArgument(argument)
  })
  return plainText(shown.join(' '), maxCommandLength)
}
