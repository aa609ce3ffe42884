import { parseArgs } from 'node:util'
import { accounts } from './accounts.ts'
import { agent } from './agent.ts'
import { alerts } from './alerts.ts'
import { boards } from './boards.ts'
import { charts } from './charts.ts'
import { codec } from './codec.ts'
import { dashboard } from './dashboard.ts'
import { docker } from './docker.ts'
import { dockerAgent } from './docker-agent.ts'
import type { Family } from './family.ts'
import { far } from './far.ts'
import { files } from './files.ts'
import { filesPage } from './files-page.ts'
import { history } from './history.ts'
import { home } from './home.ts'
import { hostile } from './hostile.ts'
import { ingest } from './ingest.ts'
import { format, header } from './line.ts'
import { list } from './list.ts'
import { probes } from './probes.ts'
import { push } from './push.ts'
import { samples } from './samples.ts'
import { securityLogs } from './security-logs.ts'
import { soak } from './soak.ts'
import { start } from './start.ts'
import { status } from './status.ts'
import { tasks } from './tasks.ts'
import { terminal } from './terminal.ts'

const families: readonly Family[] = [
  start,
  list,
  accounts,
  agent,
  dockerAgent,
  securityLogs,
  dashboard,
  home,
  far,
  charts,
  boards,
  ingest,
  history,
  codec,
  samples,
  alerts,
  probes,
  docker,
  files,
  filesPage,
  tasks,
  push,
  terminal,
  status,
  hostile,
  soak,
]
const names = families.map((family) => family.name)

const help = `Measures the built programs as separate processes, against a minimal baseline on the same machine.

  npm run bench -- [--only NAME]... [--quick] [--large]

  --only NAME   measure only this family: ${names.join(', ')}; repeatable
  --quick       fewer agents and shorter windows; the verdicts are not reliable
  --large       also measure 10,000 agents
  --minutes N   duration of the memory measurements: of the server with --only soak (default 60), of a page with a
                board (default 2)
`

async function main() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      quick: { type: 'boolean', default: false },
      large: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void console.log(help)
  const unknown = values.only?.find((name) => !names.includes(name))
  if (unknown) throw new Error(`--only ${unknown} is unknown; use one of ${names.join(', ')}`)
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
  if (minutes !== undefined && (!Number.isInteger(minutes) || minutes < 1))
    throw new Error('--minutes must be an integer of at least 1')
  const run = { quick: values.quick, large: values.large, minutes, note: (text: string) => console.error(`  ${text}`) }
  console.log(header())
  for (const family of families) {
    if (values.only ? !values.only.includes(family.name) : family.onlyByName) continue
    try {
      for (const line of await family.run(run)) console.log(format(line))
    } catch (error) {
      // One failing family must not prevent the others.
      console.log(`${family.name}: not measured`)
      console.error(error)
      process.exitCode = 1
    }
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
