import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Family } from './family.ts'
import { infoLine, limitLine, ratioLine } from './line.ts'
import { freePort, listening, type Program, startProgram } from './process.ts'
import { median } from './statistics.ts'
import { startAgent } from './svc-agent.ts'
import { startServer } from './svc-server.ts'

const mib = 2 ** 20

/** Reads a response to its end; returns MiB per second. */
function download(url: URL, options: RequestOptions, size: number): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { ...options, agent: false }, (response) => {
      let received = 0
      response.on('data', (bytes: Buffer) => {
        received += bytes.length
      })
      response.on('error', reject)
      response.on('end', () => {
        if (received !== size) reject(new Error(`${url.pathname} sent ${received} bytes: ${response.statusCode}`))
        else resolve(size / mib / ((performance.now() - started) / 1000))
      })
    }).on('error', reject)
  })
}

/** Sends a body; returns MiB per second until the response. */
function upload(url: URL, options: RequestOptions, body: Buffer): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, method: 'PUT', agent: false }, (response) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${url.pathname} responded ${response.statusCode}`))
        else resolve(body.length / mib / ((performance.now() - started) / 1000))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const slowSize = 512 * mib

/** Reads a response with pauses, as a slow browser does; returns by how many bytes each program grew at most. */
async function growthOfSlowDownload(url: URL, options: RequestOptions, programs: readonly Program[]) {
  const before = programs.map((program) => program.anonymousBytes())
  const growth = before.map(() => 0)
  const [response] = (await once(get(url, { ...options, agent: false }), 'response')) as [IncomingMessage]
  let received = 0
  let pauseAt = 0
  for await (const bytes of response) {
    received += (bytes as Buffer).length
    if (received < pauseAt) continue
    pauseAt += 8 * mib
    await sleep(20)
    for (const [index, program] of programs.entries())
      growth[index] = Math.max(growth[index] ?? 0, program.anonymousBytes() - (before[index] ?? 0))
  }
  if (received !== slowSize) throw new Error(`${url.pathname} sent ${received} bytes: ${response.statusCode}`)
  return growth
}

/** Files from and to a host, compared with plain HTTP of the same file at the same time. */
export const files: Family = {
  name: 'files',
  async run({ quick, note }) {
    const folder = await mkdtemp(join(tmpdir(), 'svc-bench-files-'))
    const root = join(folder, 'root')
    const size = (quick ? 32 : 256) * mib
    // The largest that a server takes by default has 100 MiB.
    const uploadSize = Math.min(size, 96 * mib)
    const server = await startServer()
    const programs: Program[] = []
    try {
      await mkdir(root)
      const content = randomBytes(size)
      const body = content.subarray(0, uploadSize)
      const file = join(root, 'file.bin')
      await writeFile(file, content)
      const admin = await server.admin()
      const config = `[capabilities]\nallow = ["file"]\n\n[file]\nenabled = true\nroot_paths = ["${root}"]\n`
      const { program, serverId } = await startAgent(admin, folder, config)
      programs.push(program)
      const port = await freePort()
      const bare = startProgram(['e2e/bench/bare/file-http.mjs', String(port), file, join(folder, 'received.bin')])
      programs.push(bare)
      await listening(bare, port)
      const plain = new URL(`http://127.0.0.1:${port}/`)
      const api = (path: string) => new URL(`/api/files/${serverId}/${path}`, server.url)
      const headers = { cookie: admin.cookie, origin: server.url.origin }
      const bytes = { ...headers, 'content-type': 'application/octet-stream' }
      const target = encodeURIComponent(join(root, 'uploaded.bin'))

      const runs = { down: [] as number[], plainDown: [] as number[], up: [] as number[], plainUp: [] as number[] }
      const spent = { down: 0, plainDown: 0, up: 0, plainUp: 0 }
      const cpu = () => [server.program, program].reduce((sum, each) => sum + each.cpuSeconds(), 0)
      let isWarm = false
      const measure = async (name: keyof typeof runs, seconds: () => number, run: () => Promise<number>) => {
        const before = seconds()
        const rate = await run()
        if (isWarm) {
          runs[name].push(rate)
          spent[name] += seconds() - before
        }
      }
      const rounds = quick ? 3 : 7
      // The first one compiles what is used often, and is not counted.
      for (let round = 0; round <= rounds; round++) {
        note(round === 0 ? 'warming up' : `round ${round} of ${rounds}`)
        // alternating, so that a busy moment of the machine affects both
        await measure('plainDown', bare.cpuSeconds, () => download(plain, {}, size))
        await measure('down', cpu, () => download(api(`stream?path=${encodeURIComponent(file)}`), { headers }, size))
        await measure('plainUp', bare.cpuSeconds, () => upload(plain, {}, body))
        const query = `path=${target}&size=${uploadSize}`
        await measure('up', cpu, () => upload(api(`upload/${randomUUID()}?${query}`), { headers: bytes }, body))
        isWarm = true
      }
      note('a slow reader')
      const large = join(root, 'large.bin')
      await writeFile(large, '')
      await truncate(large, slowSize)
      const slow = api(`stream?path=${encodeURIComponent(large)}`)
      const [serverGrowth = 0, agentGrowth = 0] = await growthOfSlowDownload(slow, { headers }, [
        server.program,
        program,
      ])
      const growth = (name: string, bytes: number) =>
        limitLine(
          { name: `memory that a slow download of 512 MiB adds to the ${name}`, value: bytes / mib, unit: 'MiB' },
          { max: 32 },
        )
      const rate = (name: string, own: number[], baseline: number[]) =>
        ratioLine(
          { name: `${name} / plain HTTP`, value: median(own), baseline: median(baseline), unit: 'MiB/s' },
          { min: 0.6 },
        )
      const cost = (name: string, bytes: number, own: number, baseline: number) => {
        const gib = (rounds * bytes) / 2 ** 30
        return infoLine({
          name: `CPU of ${name}, both sides`,
          value: own / gib,
          baseline: baseline / gib,
          unit: 's/GiB',
        })
      }
      return [
        rate('download', runs.down, runs.plainDown),
        rate('upload', runs.up, runs.plainUp),
        cost('a download', size, spent.down, spent.plainDown),
        cost('an upload', uploadSize, spent.up, spent.plainUp),
        growth('server', serverGrowth),
        growth('agent', agentGrowth),
      ]
    } finally {
      for (const program of programs) await program.stop()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
