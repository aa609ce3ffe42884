import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
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

/** All temperature inputs of hwmon; without any, the first thermal zone. */
export async function findSensors(sys: string): Promise<string[]> {
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
  const inputs = found.flat().sort()
  return inputs.length > 0 ? inputs : [join(sys, 'class/thermal/thermal_zone0/temp')]
}

/** The average temperature of this host. */
export function makeTemperature(sys: string): Sampler & { close(): void } {
  let sensors: Sensor[] | undefined
  const closeSensors = () => {
    const old = sensors ?? []
    sensors = undefined
    for (const sensor of old) void sensor.close()
  }
  return {
    name: 'temperature',
    async sample() {
      sensors ??= (await findSensors(sys)).map(makeSensor)
      return { temperature: meanTemperature(await Promise.all(sensors.map((sensor) => sensor.read()))) }
    },
    // Rescan at each connection, because drivers may be loaded or unloaded.
    reset: closeSensors,
    close: closeSensors,
  }
}
