import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type NetworkInterfaceInfo, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Link } from '@svc/agent-sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Interface, listInterfaces, makeAddressWatch, primaryAddresses } from './addresses.ts'
import { architectureOf, detectVirtualization, fromFirmware, osName, parseCpuinfo, parseOsRelease } from './facts.ts'
import { findSensors, makeTemperature, meanTemperature, parseMillidegrees } from './temperature.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'svc-facts-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

describe('/proc/cpuinfo', () => {
  it.each([
    [
      'x86',
      'processor\t: 0\nmodel name\t: Intel(R) Xeon(R) Processor \nprocessor\t: 1\n',
      'Intel(R) Xeon(R) Processor',
      2,
    ],
    [
      'Raspberry Pi',
      'processor\t: 0\nBogoMIPS\t: 108\nprocessor\t: 1\nModel\t\t: Raspberry Pi 4 B\n',
      'Raspberry Pi 4 B',
      2,
    ],
    ['old ARM', 'Processor\t: ARMv7\nprocessor\t: 0\nHardware\t: BCM2835\n', 'BCM2835', 2],
    ['MIPS', 'system type\t: x\nprocessor\t\t: 0\ncpu model\t\t: MIPS 74Kc\n', 'MIPS 74Kc', 1],
    ['garbage', 'nothing here', null, 0],
  ])('%s', (_, text, name, cores) => {
    expect(parseCpuinfo(text)).toEqual({ name, cores })
  })

  it('is parsed', () => {
    expect(['x64', 'arm64', 'riscv64'].map(architectureOf)).toEqual(['x86_64', 'aarch64', 'riscv64'])
  })
})

describe('os-release', () => {
  it('is parsed as shell assignments', () => {
    const text =
      'NAME="Debian GNU/Linux"\n# no\nVERSION_ID=\'12\'\nID=debian\n\nPRETTY_NAME="a \\"b\\" \\$c"\n__proto__=1\n'
    expect({ ...parseOsRelease(text) }).toEqual({
      NAME: 'Debian GNU/Linux',
      VERSION_ID: '12',
      ID: 'debian',
      PRETTY_NAME: 'a "b" $c',
    })
  })

  it.each([
    [null, 'NAME="Debian GNU/Linux"\nVERSION_ID="13"', 'Linux (Debian GNU/Linux 13)'],
    [null, 'NAME="Arch Linux"', 'Linux (Arch Linux)'],
    ['PRETTY_NAME="Ubuntu 24.04.1 LTS"', 'NAME="Alpine Linux"', 'Linux (Ubuntu 24.04.1 LTS)'],
    ['ID=odd', 'NAME="Alpine Linux"', 'Linux (Alpine Linux)'],
    [null, null, 'Linux'],
    [null, 'garbage', 'Linux'],
  ])('host %j and own %j make %s', (host, own, expected) => {
    expect(osName(host, own)).toBe(expected)
  })
})

describe('virtualization', () => {
  it.each([
    ['Standard PC (Q35 + ICH9, 2009)', 'QEMU', 'kvm'],
    ['KVM', 'Red Hat', 'kvm'],
    ['VMware Virtual Platform', 'VMware, Inc.', 'vmware'],
    ['VirtualBox', 'innotek GmbH', 'virtualbox'],
    ['Virtual Machine', 'Microsoft Corporation', 'hyperv'],
    ['Surface Laptop', 'Microsoft Corporation', null],
    ['HVM domU', 'Xen', 'xen'],
    ['OpenStack Nova', 'OpenStack Foundation', 'openstack'],
    ['Bochs', '', 'bochs'],
    ['Parallels Virtual Platform', 'Parallels', 'parallels'],
    ['PowerEdge R640', 'Dell Inc.', null],
    ['', '', null],
  ])('%s by %s is %s', (product, vendor, expected) => {
    expect(fromFirmware(product, vendor)).toBe(expected)
  })

  const never = () => Promise.reject(new Error('read although an earlier source had a value'))
  it('is read from the firmware first', async () => {
    put('/sys/class/dmi/id/product_name', 'KVM\n')
    put('/.dockerenv', '')
    expect(await detectVirtualization(root, never)).toBe('kvm')
  })

  it('then from container files, then from systemd', async () => {
    expect(await detectVirtualization(root, async () => 'amazon')).toBe('amazon')
    expect(await detectVirtualization(root, async () => null)).toBeNull()
    put('/proc/1/cgroup', '1:name=systemd:/lxc/box\n')
    expect(await detectVirtualization(root, never)).toBe('lxc')
    put('/proc/1/cgroup', '1:name=systemd:/docker/0123\n')
    expect(await detectVirtualization(root, never)).toBe('docker')
    put('/.dockerenv', '')
    expect(await detectVirtualization(root, never)).toBe('docker')
  })
})

describe('temperature', () => {
  it('is parsed from millidegrees', () => {
    expect(parseMillidegrees('46500\n')).toBe(46.5)
    expect(parseMillidegrees('-273200')).toBe(-273.2)
    expect(['', 'N/A', '4 5', '4.5'].map(parseMillidegrees)).toEqual([null, null, null, null])
  })

  it('is the mean of the sensors above zero', () => {
    expect(meanTemperature([40, 50, 0, -60, null])).toBe(45)
    expect(meanTemperature([0, null])).toBeNull()
    expect(meanTemperature([])).toBeNull()
  })

  it('uses all hardware monitors, otherwise the first thermal zone', async () => {
    put('/class/thermal/thermal_zone0/temp', '70000\n')
    put('/class/thermal/thermal_zone0/type', 'cpu-thermal\n')
    put('/class/thermal/thermal_zone1/temp', '42500\n')
    const zone = makeTemperature(root)
    expect(await zone.sample()).toEqual({
      temperature: 70,
      sensors: [
        { name: 'cpu-thermal', celsius: 70 },
        { name: 'thermal_zone1', celsius: 42.5 },
      ],
    })
    put('/class/hwmon/hwmon0/name', 'nvme\n')
    put('/class/hwmon/hwmon0/temp1_label', 'Composite\n')
    put('/class/hwmon/hwmon0/temp1_input', '40000\n')
    put('/class/hwmon/hwmon0/temp2_input', '0\n')
    put('/class/hwmon/hwmon0/temp1_max', '90000\n')
    put('/class/hwmon/hwmon1/device/temp1_input', '60000\n')
    put('/class/hwmon/hwmon2/fan1_input', '1000\n')
    put('/class/hwmon/hwmon1/name', 'drivetemp\n')
    const { sensors } = await findSensors(root)
    expect(sensors.map(({ path, name }) => [path.slice(root.length), name])).toEqual([
      ['/class/hwmon/hwmon0/temp1_input', 'nvme Composite'],
      ['/class/hwmon/hwmon0/temp2_input', 'nvme 2'],
      ['/class/hwmon/hwmon1/device/temp1_input', 'drivetemp 1'],
    ])
    zone.reset?.()
    expect(await zone.sample()).toMatchObject({ temperature: 50 })
    // The handles stay open, and read what is there now.
    put('/class/hwmon/hwmon0/temp1_input', '50000\n')
    expect(await zone.sample()).toEqual({
      temperature: 55,
      sensors: [
        { name: 'nvme Composite', celsius: 50 },
        { name: 'drivetemp 1', celsius: 60 },
      ],
    })
    zone.close()
  })

  it('numbers sensors of the same name', async () => {
    for (const n of [0, 1]) {
      put(`/class/hwmon/hwmon${n}/name`, 'nvme\n')
      put(`/class/hwmon/hwmon${n}/temp1_label`, 'Composite\n')
      put(`/class/hwmon/hwmon${n}/temp1_input`, '40000\n')
    }
    const { sensors } = await findSensors(root)
    expect(sensors.map(({ name }) => name)).toEqual(['nvme Composite', 'nvme Composite (2)'])
  })

  it('is null without any sensor', async () => {
    const none = makeTemperature(root)
    expect(await none.sample()).toEqual({ temperature: null, sensors: [] })
    none.close()
  })
})

describe('addresses', () => {
  const of = (name: string, ipv4: string[], ipv6: string[] = []): Interface => ({ name, ipv4, ipv6 })

  it.each<[string, Interface[], string | null, string | null]>([
    [
      'a public one',
      [of('eth0', ['10.0.0.5', '198.51.100.7'], ['fe80::1', '2001:db8::1'])],
      '198.51.100.7',
      '2001:db8::1',
    ],
    ['else a private one', [of('eth0', ['192.168.1.2'], ['fe80::1', 'fd00::2'])], '192.168.1.2', 'fd00::2'],
    ['carrier-grade NAT is private', [of('a', ['100.64.1.1']), of('b', ['198.51.100.7'])], '198.51.100.7', null],
    [
      'never loopback or link-local',
      [of('lo', ['127.0.0.1'], ['::1']), of('x', ['169.254.1.1'], ['fe80::2'])],
      null,
      null,
    ],
    [
      'not a bridge while there is another',
      [of('docker0', ['172.17.0.1']), of('eth0', ['10.0.0.5'])],
      '10.0.0.5',
      null,
    ],
    ['a bridge when there is none', [of('docker0', ['172.17.0.1'])], '172.17.0.1', null],
    ['none', [], null, null],
  ])('%s', (_, interfaces, ipv4, ipv6) => {
    expect(primaryAddresses(interfaces)).toEqual({ ipv4, ipv6 })
  })

  it('are listed by interface, sorted, without interfaces that have none', () => {
    const info = (family: 'IPv4' | 'IPv6', address: string) => ({ family, address }) as NetworkInterfaceInfo
    const scan = { wlan0: [info('IPv4', '10.0.0.2')], none: [], eth0: [info('IPv6', '::1'), info('IPv4', '10.0.0.1')] }
    expect(listInterfaces(scan)).toEqual([of('eth0', ['10.0.0.1'], ['::1']), of('wlan0', ['10.0.0.2'])])
  })

  it('are watched while connected, and each change is reported once', () => {
    vi.useFakeTimers()
    try {
      const sent: object[] = []
      const connection = new AbortController()
      const link: Link = {
        signal: connection.signal,
        write: async () => true,
        acknowledged: async () => true,
        send: (_, payload) => void sent.push(payload as object),
      }
      let interfaces = [of('eth0', ['198.51.100.7'])]
      const watch = makeAddressWatch(() => interfaces)
      expect(watch.read()).toEqual({ ipv4: '198.51.100.7', ipv6: null })
      watch.watch(link)
      interfaces = [...interfaces, of('eth1', ['10.0.0.1'])]
      vi.advanceTimersByTime(300_000)
      expect(sent).toEqual([])
      interfaces = [of('eth0', ['203.0.113.9'], ['2001:db8::9'])]
      vi.advanceTimersByTime(299_000)
      expect(sent).toEqual([])
      vi.advanceTimersByTime(600_000)
      expect(sent).toEqual([{ ipv4: '203.0.113.9', ipv6: '2001:db8::9', interfaces }])
      connection.abort()
      interfaces = []
      vi.advanceTimersByTime(600_000)
      expect(sent).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })
})
