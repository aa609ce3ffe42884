import { plainText } from '@svc/protocol'
import type { SmartDisk } from './wire.ts'

const maxDisks = 64
const maxTextLength = 128

/** Disks that are safe to store and to show: plain texts and no unknown members. Numbers were checked against the schema. */
export const sanitize = (disks: readonly SmartDisk[]): SmartDisk[] =>
  disks.slice(0, maxDisks).map((disk) => ({
    device: plainText(disk.device, maxTextLength),
    model: plainText(disk.model, maxTextLength),
    serial: plainText(disk.serial, maxTextLength),
    passed: disk.passed,
    celsius: disk.celsius,
    power_on_hours: disk.power_on_hours,
    used_percent: disk.used_percent,
    reallocated: disk.reallocated,
    pending: disk.pending,
    uncorrectable: disk.uncorrectable,
  }))
