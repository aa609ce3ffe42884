import { describe, expect, it } from 'vitest'
import { makeDecoder } from './decode.ts'
import * as protocol from './index.ts'
import type { MessageDef } from './message.ts'

/** The examples of the protocol specification. */
const examples: [MessageDef, string][] = [
  [
    protocol.SystemInfo,
    '{"type":"system_info","msg_id":"0b6f1d0e-5c0a-4d53-9a8e-2f6a1f2f9a10","cpu_name":"Example CPU 8C","cpu_cores":8,"cpu_arch":"x86_64","os":"Linux (Debian GNU/Linux 13)","kernel_version":"6.12.9","mem_total":16777216000,"swap_total":2147483648,"disk_total":256000000000,"ipv4":"198.51.100.7","ipv6":null,"virtualization":"kvm","agent_version":"1.4.0","protocol_version":6,"features":["docker"],"agent_local_capabilities":1852,"temporary":[]}',
  ],
  [
    protocol.Report,
    '{"type":"report","cpu":7.25,"mem_used":5368709120,"swap_used":0,"disk_used":81000000000,"net_in_speed":15320,"net_out_speed":20111,"net_in_transfer":934857123,"net_out_transfer":5530012,"load1":0.41,"load5":0.5,"load15":0.48,"tcp_conn":37,"udp_conn":9,"process_count":164,"uptime":86400,"disk_io":[{"name":"nvme0n1","read_bytes_per_sec":0,"write_bytes_per_sec":40960}],"temperature":46.5,"gpu":null}',
  ],
  [
    protocol.Report,
    '{"type":"report","cpu":0,"mem_used":0,"swap_used":0,"disk_used":0,"net_in_speed":0,"net_out_speed":0,"net_in_transfer":0,"net_out_transfer":0,"load1":0.0,"load5":0.0,"load15":0.0,"tcp_conn":0,"udp_conn":0,"process_count":0,"uptime":0,"gpu":{"count":1,"average_usage":50.0,"detailed_info":[{"name":"x","mem_total":1,"mem_used":1,"utilization":50.0,"temperature":0}]}}',
  ],
  [
    protocol.Welcome,
    '{"type":"welcome","server_id":"6f1c3a3e-0d7b-4a63-9a4f-7e0b8a3d2c11","protocol_version":6,"report_interval":3,"capabilities":null}',
  ],
  [protocol.Ack, '{"type":"ack","msg_id":"1"}'],
  [protocol.Ping, '{"type":"ping"}'],
  [protocol.Pong, '{"type":"pong","extra":true}'],
  [
    protocol.IpChanged,
    '{"type":"ip_changed","ipv4":null,"interfaces":[{"name":"eth0","ipv4":["10.0.0.1"],"ipv6":[]}]}',
  ],
  [
    protocol.CapabilityDenied,
    '{"type":"capability_denied","msg_id":null,"session_id":null,"capability":"exec","reason":"agent_capability_disabled"}',
  ],
]

describe('messages', () => {
  it.each(examples)('match the examples of the specification: %#', (message, text) => {
    expect(makeDecoder([message])(text)).toMatchObject({ kind: 'message', message })
  })

  it('from old peers may lack newer fields', () => {
    const decode = makeDecoder([protocol.Welcome, protocol.SystemInfo])
    expect(decode('{"type":"Welcome","server_id":"s","report_interval":3}').kind).toBe('message')
    const [, text] = examples[0] ?? []
    const info = JSON.parse(text ?? '')
    for (const name of [
      'ipv4',
      'ipv6',
      'virtualization',
      'protocol_version',
      'features',
      'agent_local_capabilities',
      'temporary',
    ]) {
      delete info[name]
    }
    expect(decode(JSON.stringify(info)).kind).toBe('message')
    expect(decode(JSON.stringify({ ...info, features: null }))).toMatchObject({ kind: 'invalid', path: '/features' })
  })

  it.each([0, 1.5, 3601, -3, '3'])('reject a report interval of %j', (interval) => {
    const text = JSON.stringify({ type: 'welcome', server_id: 's', report_interval: interval })
    expect(makeDecoder([protocol.Welcome])(text)).toMatchObject({ kind: 'invalid', path: '/report_interval' })
  })
})
