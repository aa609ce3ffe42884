import { accessSync, constants, existsSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { basename } from 'node:path'
import { RequestError } from '@svc/agent-sdk'

/** What is needed to start a shell. */
export interface LoginShell {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** The facts of the host that decide which shell it is. */
export interface ShellHost {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly user: { readonly username: string; readonly shell: string | null }
  readonly home: string
}

/** Variables of the agent that a shell gets; any other could be a secret of the agent. */
const inherited = {
  unix: /^(PATH|LANG|LANGUAGE|LC_[A-Z]+|TZ)$/,
  windows:
    /^(PATH|PATHEXT|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|TEMP|TMP|USERPROFILE|USERNAME|USERDOMAIN|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES.*|COMMONPROGRAMFILES.*|COMPUTERNAME|NUMBER_OF_PROCESSORS|PROCESSOR_.*|OS|PSMODULEPATH)$/i,
}

const defaultPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** The shells of service users, which end at once. */
const noShells = new Set(['nologin', 'false', 'true', 'sync'])

/** Shells that know `-l`, so that they read the profile of the user. */
const loginShells = new Set(['sh', 'bash', 'dash', 'ash', 'zsh', 'fish', 'ksh', 'mksh', 'tcsh', 'csh'])

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const isUsable = (path: string | null | undefined): path is string =>
  path != null && path !== '' && !noShells.has(basename(path)) && isExecutable(path)

function chooseShell(configured: string, { platform, env, user }: ShellHost): string {
  if (configured !== '') {
    if (!isExecutable(configured)) throw new RequestError('failed', `cannot run the shell ${configured}`)
    return configured
  }
  if (platform === 'win32') return env.COMSPEC ?? 'powershell.exe'
  return [user.shell, env.SHELL].find(isUsable) ?? '/bin/sh'
}

const thisHost = (): ShellHost => ({
  platform: process.platform,
  env: process.env,
  user: userInfo(),
  home: homedir(),
})

/** The login shell of the agent's user, with nothing of the agent in its environment. */
export function loginShell(configured: string, host: ShellHost = thisHost()): LoginShell {
  const { platform, env, user, home } = host
  const isWindows = platform === 'win32'
  const file = chooseShell(configured, host)
  const names = isWindows ? inherited.windows : inherited.unix
  const allowed = Object.entries(env).filter(
    (entry): entry is [string, string] => names.test(entry[0]) && entry[1] != null,
  )
  const identity: Record<string, string> = isWindows
    ? {}
    : { HOME: home, USER: user.username, LOGNAME: user.username, SHELL: file, PATH: env.PATH || defaultPath }
  return {
    file,
    args: loginShells.has(basename(file)) ? ['-l'] : [],
    cwd: existsSync(home) ? home : '/',
    env: { ...Object.fromEntries(allowed), ...identity, TERM: 'xterm-256color', COLORTERM: 'truecolor' },
  }
}
