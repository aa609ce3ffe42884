import type { Logger } from '@svc/agent-sdk'
import type { SourceState } from '@svc/plugin-security/wire'
import { watchAccounts } from './accounts.ts'
import { watchClosedPorts } from './closed-ports.ts'
import type { Detector } from './detector.ts'
import { makeBudget } from './log/budget.ts'
import { findJournal, followJournal, journalFolders } from './log/journal.ts'
import { findLogFile, followLogFile } from './log/log-file.ts'
import type { States } from './state.ts'

/** Of one processor, for the agent and `journalctl` while there is more to read than that. */
const share = 0.027
/** Until it is checked again whether there is a log. */
const recheckMs = 60_000

interface Closable {
  close(): void | Promise<void>
}

export interface SourcesOptions {
  readonly settings: {
    readonly source: 'auto' | 'journal' | 'files'
    readonly journal_directory: string
    readonly log_files: readonly string[]
    readonly port_scan: boolean
  }
  readonly positions: States['positions']
  readonly detector: Detector
  readonly log: Logger
  /** the folder with `passwd` and `group` */
  readonly accountsFolder: string
  onChange(): void
  /** bytes of a file, or seconds of the journal */
  onSkipped(skipped: { readonly bytes?: number; readonly seconds?: number }): void
}

/** Reads the journal or else a log file, the accounts and, if wanted, attempts to reach closed ports. */
export function openSources(options: SourcesOptions) {
  const { settings, positions, detector, log, accountsFolder, onChange, onSkipped } = options
  const states = new Map<SourceState['source'], SourceState>()
  const running: Closable[] = []
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function setState(next: SourceState): void {
    const before = states.get(next.source)
    if (before?.state === next.state && before.path === next.path) return
    states.set(next.source, next)
    if (next.state === 'reading') log.info({ source: next.source, path: next.path }, 'reading security events')
    else if (next.state !== 'off')
      log.warn({ source: next.source, path: next.path, state: next.state }, 'security source')
    onChange()
  }

  const reporting =
    (source: SourceState['source'], path: string | null = null) =>
    (state: SourceState['state']) => {
      if (!isClosed) setState({ source, state, path })
    }

  async function tryJournal(): Promise<boolean> {
    if (settings.source === 'files') return false
    const folders = journalFolders(settings.journal_directory)
    const found = await findJournal(folders)
    const report = reporting('journal', settings.journal_directory || null)
    if (found !== 'readable') {
      report(found)
      return false
    }
    if (isClosed) return true
    const journal = followJournal({
      directory: settings.journal_directory,
      withKernel: settings.port_scan,
      cursor: positions.value.journal,
      share,
      log,
      onEntries: detector.entries,
      onCursor: (cursor) => positions.set({ ...positions.value, journal: cursor }),
      onState: report,
      onSkipped: (seconds) => onSkipped({ seconds }),
    })
    running.push(journal)
    return true
  }

  async function tryFiles(): Promise<boolean> {
    if (settings.source === 'journal') return false
    const { path, state } = await findLogFile(settings.log_files)
    if (path === undefined || state !== 'reading') {
      reporting('auth_log', path ?? null)(state)
      return false
    }
    if (isClosed) return true
    const file = followLogFile({
      path,
      position: positions.value.files[path],
      budget: makeBudget(share),
      onEntries: detector.entries,
      onPosition: (position) =>
        positions.set({ ...positions.value, files: { ...positions.value.files, [path]: position } }),
      onState: reporting('auth_log', path),
      onSkipped: (bytes) => onSkipped({ bytes }),
    })
    running.push(file)
    return true
  }

  async function openLog(): Promise<void> {
    const isOpen = (await tryJournal()) || (await tryFiles())
    if (!isOpen && !isClosed) timer = setTimeout(openLog, recheckMs)
  }

  running.push(
    watchAccounts({
      folder: accountsFolder,
      onAccounts: detector.accountsRead,
      onState: reporting('account_files', accountsFolder),
    }),
  )
  if (settings.port_scan) {
    running.push(
      watchClosedPorts({
        onAttempt: (attempt) => detector.portAttempted(attempt, 'conntrack'),
        onState: reporting('conntrack'),
      }),
    )
  } else {
    setState({ source: 'conntrack', state: 'off', path: null })
  }
  const opening = openLog()

  return {
    states: (): SourceState[] => [...states.values()],
    async close() {
      isClosed = true
      clearTimeout(timer)
      await opening
      await Promise.all(running.map((each) => each.close()))
    },
  }
}
