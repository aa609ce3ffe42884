import { describe, expect, it } from 'vitest'
import { parseDisk, parseScan } from './parse-smart.ts'

const sda = { name: '/dev/sda', type: 'sat' }

describe('smartctl --scan', () => {
  it('lists disks', () => {
    const devices = [{ ...sda, protocol: 'ATA' }, { name: '/dev/nvme0', type: 'nvme' }, { name: '-x', type: 'sat' }, 5]
    expect(parseScan(JSON.stringify({ devices }))).toEqual([sda, { name: '/dev/nvme0', type: 'nvme' }])
    expect(['', '{}', '[]', 'null', '{"devices":{}}'].flatMap(parseScan)).toEqual([])
  })
})

describe('smartctl -a', () => {
  it('of an ATA disk has the sectors', () => {
    const row = (id: number, value: number) => ({ id, raw: { value } })
    const report = {
      model_name: 'WDC WD40EFRX',
      serial_number: 'WD-1',
      smart_status: { passed: false },
      temperature: { current: 38 },
      power_on_time: { hours: 41_000 },
      ata_smart_attributes: { table: [row(5, 12), row(197, 3), row(198, 1), row(9, 41_000)] },
    }
    expect(parseDisk(JSON.stringify(report), sda)).toEqual({
      ...{ device: '/dev/sda', model: 'WDC WD40EFRX', serial: 'WD-1', passed: false, celsius: 38 },
      ...{ power_on_hours: 41_000, used_percent: null, reallocated: 12, pending: 3, uncorrectable: 1 },
    })
  })

  it('of an NVMe disk has the wear', () => {
    const report = {
      model_name: 'Samsung SSD 990',
      smart_status: { passed: true },
      nvme_smart_health_information_log: { percentage_used: 4, media_errors: 0 },
    }
    expect(parseDisk(JSON.stringify(report), sda)).toMatchObject({
      ...{ passed: true, used_percent: 4, uncorrectable: 0, reallocated: null, celsius: null, serial: '' },
    })
  })

  it.each(['', '{}', '{"smart_status":{}}', '{"smart_status":{"passed":"yes"}}', '[1]'])(
    'is null without health: %j',
    (text) => expect(parseDisk(text, sda)).toBeNull(),
  )
})
