import { posix, win32 } from 'node:path'

/** Where the operating system keeps the files of services, which run for no particular user. */
export interface SystemFolders {
  /** the configuration file of a program: `server` or `agent` */
  configFile(program: string): string
  /** what a service stores, by its name */
  stateFolder(service: string): string
}

/** The folders of an operating system, by its conventions; `env` is that of the process. */
export function systemFolders(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): SystemFolders {
  if (platform === 'win32') {
    const folder = env.ProgramData || String.raw`C:\ProgramData`
    return {
      configFile: (program) => win32.join(folder, 'svc', `${program}.toml`),
      stateFolder: (service) => win32.join(folder, service),
    }
  }
  const state = platform === 'darwin' ? '/Library/Application Support' : '/var/lib'
  return {
    configFile: (program) => posix.join('/etc/svc', `${program}.toml`),
    stateFolder: (service) => posix.join(state, service),
  }
}

/** The folders of this machine. */
export const folders: SystemFolders = systemFolders(process.platform, process.env)
