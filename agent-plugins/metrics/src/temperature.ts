import { type FileHandle, open, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Sampler } from '@svc/agent-sdk'

/** Sensors may be slow, so they are read asynchronously. Their files stay open. */
interface Sensor {
  /** degrees Celsius; null if it cannot be read */
  read(): Promise<number | null>
  close(): Promise<void>
}

/** Parses a sensor file, which holds millidegrees. */
export function parseMillidegrees(text: string): number | null {
  const value = /^\s*(-?\d+)\s*$/.exec(text)?.[1]
  return value === undefined ? null : Number(value) / 1000
}

/** The mean of the readings above zero, because missing sensors read 0 or less; null if there are none. */
export function meanTemperature(degrees: readonly (number | null)[]): number | null {
  const warm = degrees.filter((value) => value !== null && value > 0) as number[]
  return warm.length === 0 ? null : warm.reduce((sum, value) => sum + value, 0) / warm.length
}

function makeSensor(path: string): Sensor {
  let handle: FileHandle | undefined
  const buffer = Buffer.alloc(32)
  const close = async () => {
    const open = handle
    handle = undefined
    await open?.close().catch(() => {})
  }
  return {
    async read() {
      try {
        handle ??= await open(path, 'r')
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
        return parseMillidegrees(buffer.toString('latin1', 0, bytesRead))
      } catch {
        await close()
        return null
      }
    },
    close,
  }
}

const list = (folder: string) => readdir(folder).catch(() => [])
const readText = (path: string) =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => '',
  )

/** A temperature file and what to call it. */
export interface SensorFile {
  readonly path: string
  readonly name: string
}

/** A chip with dozens of inputs has them for its firmware. */
const maxSensors = 32

/** `coretemp Core 0`, `nvme Composite`; the number of the input where the driver has no label. */
async function nameInput(path: string): Promise<string> {
  const [, input = ''] = /\/temp(\d+)_input$/.exec(path) ?? []
  const folder = dirname(path)
  const [own, parent, label] = await Promise.all([
    readText(join(folder, 'name')),
    readText(join(dirname(folder), 'name')),
    readText(join(folder, `temp${input}_label`)),
  ])
  return [own || parent || basename(folder), label || input].join(' ')
}

/** Two disks have the same chip and label. */
function numberNames(sensors: readonly SensorFile[]): SensorFile[] {
  const counts = new Map<string, number>()
  return sensors.map(({ path, name }) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { path, name: count > 1 ? `${name} (${count})` : name }
  })
}

const byNumber = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })

/** All temperature inputs of hwmon. */
async function findInputs(sys: string): Promise<string[]> {
  const monitors = join(sys, 'class/hwmon')
  const found = await Promise.all(
    (await list(monitors)).map(async (name) => {
      // Old drivers put their files one level deeper.
      const folders = [join(monitors, name), join(monitors, name, 'device')]
      const files = await Promise.all(
        folders.map(async (folder) => (await list(folder)).map((file) => join(folder, file))),
      )
      const inputs = files.map((paths) => paths.filter((path) => /\/temp\d+_input$/.test(path)))
      return inputs.find((paths) => paths.length > 0) ?? []
    }),
  )
  return found.flat().sort(byNumber)
}

/** All temperature inputs of hwmon; without any, the thermal zones. */
export async function findSensors(sys: string): Promise<{ kind: 'hwmon' | 'zones'; sensors: readonly SensorFile[] }> {
  const inputs = await findInputs(sys)
  if (inputs.length > 0) {
    const named = inputs.map(async (path) => ({ path, name: await nameInput(path) }))
    return { kind: 'hwmon', sensors: numberNames(await Promise.all(named)) }
  }
  const thermal = join(sys, 'class/thermal')
  const zones = (await list(thermal)).filter((name) => /^thermal_zone\d+$/.test(name)).sort(byNumber)
  const named = zones.map(async (zone) => ({
    path: join(thermal, zone, 'temp'),
    name: (await readText(join(thermal, zone, 'type'))) || zone,
  }))
  return { kind: 'zones', sensors: numberNames(await Promise.all(named)) }
}

/** The average temperature of this host, and each sensor. Of thermal zones, only the first is the host's temperature. */
export function makeTemperature(sys: string): Sampler & { close(): void } {
  let found: Promise<{ kind: 'hwmon' | 'zones'; sensors: readonly (Sensor & { name: string })[] }> | undefined
  const find = async () => {
    const { kind, sensors } = await findSensors(sys)
    return { kind, sensors: sensors.map(({ path, name }) => ({ ...makeSensor(path), name })) }
  }
  const closeSensors = () => {
    const old = found
    found = undefined
    void old?.then(({ sensors }) => Promise.all(sensors.map((sensor) => sensor.close())))
  }
  return {
    name: 'temperature',
    async sample() {
      found ??= find()
      const { kind, sensors } = await found
      const degrees = await Promise.all(sensors.map((sensor) => sensor.read()))
      const readings = sensors.flatMap(({ name }, i) => {
        const celsius = degrees[i] ?? 0
        return celsius > 0 ? [{ name, celsius }] : []
      })
      return {
        temperature: meanTemperature(kind === 'hwmon' ? degrees : degrees.slice(0, 1)),
        sensors: readings.slice(0, maxSensors),
      }
    },
    // Rescan at each connection, because drivers may be loaded or unloaded.
    reset: closeSensors,
    close: closeSensors,
  }
}
