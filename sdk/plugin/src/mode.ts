import type { Clock } from './core.ts'

/**
 * A mode of the whole program, of which a plugin is in charge: `svc-server --<id>`. Its package.json has `svc.mode`. Outside of
 * its mode the plugin is not even imported; in it, the program does not run without it.
 *
 * The data is in a temporary folder: each start and each restart begins with an empty one. Of the settings in files and
 * environment only `server`, `log` and those of the plugin itself apply.
 */
export interface Mode {
  /** settings of all plugins, by section, that apply instead of the defaults */
  readonly settings: Readonly<Record<string, unknown>>
  /** Makes the clock of the whole program, for each start. Default: real time. */
  clock?(real: Clock): Clock
}
