import { toMask } from '@svc/protocol'
import type { Host } from './hosts.ts'

const gib = 2 ** 30

/** What the agent of a host says about it when it connects. Nothing that changes the host is allowed there. */
export const infoOf = ({ name, os, cpu, cores, memory, disk }: Host) => ({
  ...{ type: 'system_info' as const, msg_id: `hello-${name}`, agent_version: '1.0.0', protocol_version: 6 },
  ...{ os: `Linux (${os})`, kernel_version: '6.12.9', cpu_arch: 'x86_64', cpu_name: cpu, cpu_cores: cores },
  ...{ mem_total: memory * gib, swap_total: 0, disk_total: disk * gib, ipv4: null, ipv6: null, virtualization: 'kvm' },
  ...{ features: [], agent_local_capabilities: toMask(['ping_icmp', 'ping_tcp', 'ping_http', 'processes']) },
})
