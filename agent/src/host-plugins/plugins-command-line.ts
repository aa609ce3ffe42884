import { closestMatch } from '@svc/config'
import { FatalError } from '../fatal-error.ts'

/** The parsed command line of `svc-agent plugins`. */
export type PluginsCommand =
  | { readonly verb: 'list'; readonly json: boolean }
  | { readonly verb: 'hash'; readonly folder: string }

/** `args` follow `svc-agent plugins`. */
export function parsePluginsCommand(args: readonly string[], json: boolean): PluginsCommand {
  const [verb, folder, extra] = args
  if (verb === undefined) return { verb: 'list', json }
  if (verb !== 'hash') {
    const hint = closestMatch(verb, ['hash'])
      ? 'did you mean hash?'
      : 'the commands are plugins and plugins hash <folder>'
    throw new FatalError(`unknown command "plugins ${verb}"; ${hint}`)
  }
  if (folder === undefined) throw new FatalError('plugins hash requires the folder of a package')
  if (extra !== undefined) throw new FatalError(`plugins hash takes one folder; remove "${extra}"`)
  if (json) throw new FatalError('plugins hash does not take --json')
  return { verb, folder }
}
