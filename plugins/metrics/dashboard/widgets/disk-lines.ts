import { columns } from '@svc/plugin-metrics/columns'
import { buildCharts, type Line } from '../chart-model.ts'
import { deviceCharts } from '../device-model.ts'
import { type Frame, isDeviceLines } from '../frame.ts'

/** What is stored of disks, device by device. */
export const diskColumns = columns.filter(({ chart }) => isDeviceLines(chart))

/** Devices with lines of their own: two lines each, and six colours. */
const maxDevices = 3

const totals = { mem_total: 0, swap_total: 0, disk_total: 0 }

/** A line of a chart of disks; of one device when it has its name. */
export interface DiskLine extends Line {
  readonly device?: string
}

/**
 * Read and write lines, in total or for the busiest disks. With a single disk, both are the same. `devices` is the number
 * of disks.
 */
export function diskLines(
  frame: Frame,
  perDevice: boolean,
): { readonly lines: readonly DiskLine[]; readonly devices: number } {
  const charts = deviceCharts(frame, diskColumns)
  const devices = Math.max(...diskColumns.map(({ name }) => frame.devices[name]?.length ?? 0))
  if (perDevice && charts.length > 0) {
    const busiest = charts.slice(0, maxDevices)
    const lines = busiest.flatMap(({ device = '', lines }) =>
      lines.map((line): DiskLine => ({ ...line, id: `${line.id} ${device}`, name: line.id, device })),
    )
    return { devices, lines: lines.map((line, index) => ({ ...line, color: index + 1 })) }
  }
  const [sums] = buildCharts(frame, { columns: diskColumns, totals })
  return { devices, lines: (sums?.lines ?? []).map((line) => ({ ...line, name: line.id })) }
}
