/** What ping programs print, in a coding that leaves every byte what it is, and what it means. */
export interface Recorded {
  readonly name: string
  readonly text: string
  readonly sent: number
  readonly times: readonly number[]
  readonly routerError?: string
}

const gbk = { from: '\xC0\xB4\xD7\xD4', bytes: '\xD7\xD6\xBD\xDA', time: '\xCA\xB1\xBC\xE4' }
const crlf = (lines: readonly string[]) => lines.join('\r\n')

export const recorded: readonly Recorded[] = [
  {
    name: 'iputils',
    text: `PING 192.0.2.2 (192.0.2.2) 56(84) bytes of data.
64 bytes from 192.0.2.2: icmp_seq=1 ttl=64 time=0.469 ms
64 bytes from 192.0.2.2: icmp_seq=2 ttl=64 time=0.053 ms
64 bytes from 192.0.2.2: icmp_seq=3 ttl=64 time=105 ms

--- 192.0.2.2 ping statistics ---
3 packets transmitted, 3 received, 0% packet loss, time 407ms
rtt min/avg/max/mdev = 0.053/0.191/0.469/0.196 ms
`,
    sent: 3,
    times: [0.469, 0.053, 105],
  },
  {
    name: 'iputils over IPv6',
    text: `PING fd00::2(fd00::2) 56 data bytes
64 bytes from fd00::2: icmp_seq=1 ttl=64 time=0.030 ms
64 bytes from fd00::2: icmp_seq=2 ttl=64 time=0.054 ms

--- fd00::2 ping statistics ---
2 packets transmitted, 2 received, 0% packet loss, time 205ms
rtt min/avg/max/mdev = 0.030/0.042/0.054/0.012 ms
`,
    sent: 2,
    times: [0.03, 0.054],
  },
  {
    name: 'iputils with a host that is not there',
    text: `PING 192.0.2.77 (192.0.2.77) 56(84) bytes of data.
From 192.0.2.2 icmp_seq=1 Destination Host Unreachable
From 192.0.2.2 icmp_seq=2 Destination Host Unreachable

--- 192.0.2.77 ping statistics ---
4 packets transmitted, 0 received, +3 errors, 100% packet loss, time 3057ms
pipe 4
`,
    sent: 4,
    times: [],
    routerError: 'Destination Host Unreachable',
  },
  {
    name: 'iputils over IPv6 with a host that is not there',
    text: `PING 2606:4700::1111(2606:4700::1111) 56 data bytes
From fd00::2 icmp_seq=1 Destination unreachable: Address unreachable

--- 2606:4700::1111 ping statistics ---
1 packets transmitted, 0 received, +1 errors, 100% packet loss, time 0ms

`,
    sent: 1,
    times: [],
    routerError: 'Destination unreachable',
  },
  {
    name: 'iputils with answers that came twice and one that was lost',
    text: `PING 198.51.100.7 (198.51.100.7) 56(84) bytes of data.
64 bytes from 198.51.100.7: icmp_seq=1 ttl=57 time=12.3 ms
64 bytes from 198.51.100.7: icmp_seq=1 ttl=57 time=12.9 ms (DUP!)
no answer yet for icmp_seq=2
64 bytes from 198.51.100.7: icmp_seq=3 ttl=57 time=11.8 ms

--- 198.51.100.7 ping statistics ---
3 packets transmitted, 2 received, +1 duplicates, 33.3333% packet loss, time 2004ms
rtt min/avg/max/mdev = 11.800/12.333/12.900/0.450 ms
`,
    sent: 3,
    times: [12.3, 11.8],
  },
  {
    name: 'iputils in German',
    text: `PING 1.1.1.1 (1.1.1.1) 56(84) Bytes Daten.
64 Bytes von 1.1.1.1: icmp_seq=1 ttl=57 Zeit=12,3 ms

--- 1.1.1.1 Ping-Statistiken ---
1 Pakete \xC3\xBCbertragen, 1 empfangen, 0% packet loss, time 0ms
rtt min/avg/max/mdev = 12.3/12.3/12.3/0.000 ms
`,
    sent: 1,
    times: [12.3],
  },
  {
    name: 'BusyBox',
    text: `PING 192.0.2.2 (192.0.2.2): 56 data bytes
64 bytes from 192.0.2.2: seq=0 ttl=64 time=0.519 ms
64 bytes from 192.0.2.2: seq=1 ttl=64 time=0.104 ms

--- 192.0.2.2 ping statistics ---
3 packets transmitted, 2 packets received, 33% packet loss
round-trip min/avg/max = 0.104/0.534/0.980 ms
`,
    sent: 3,
    times: [0.519, 0.104],
  },
  {
    name: 'BusyBox without an answer',
    text: `PING 198.18.0.9 (198.18.0.9): 56 data bytes

--- 198.18.0.9 ping statistics ---
3 packets transmitted, 0 packets received, 100% packet loss
`,
    sent: 3,
    times: [],
  },
  {
    name: 'macOS',
    text: `PING 1.1.1.1 (1.1.1.1): 56 data bytes
64 bytes from 1.1.1.1: icmp_seq=0 ttl=57 time=9.120 ms
Request timeout for icmp_seq 1
92 bytes from 192.168.1.1: Destination Host Unreachable
Vr HL TOS  Len   ID Flg  off TTL Pro  cks      Src      Dst
 4  5  00 5400 1d2b   0 0000  40  01 0000 192.168.1.9  1.1.1.1

64 bytes from 1.1.1.1: icmp_seq=3 ttl=57 time=10.001 ms

--- 1.1.1.1 ping statistics ---
4 packets transmitted, 2 packets received, 50.0% packet loss
round-trip min/avg/max/stddev = 9.120/9.560/10.001/0.440 ms
`,
    sent: 4,
    times: [9.12, 10.001],
    routerError: 'Destination Host Unreachable',
  },
  {
    name: 'macOS over IPv6',
    text: `PING6(56=40+8+8 bytes) 2001:db8::9 --> 2606:4700::1111
16 bytes from 2606:4700::1111, icmp_seq=0 hlim=57 time=12.345 ms
16 bytes from 2606:4700::1111, icmp_seq=1 hlim=57 time=13.210 ms

--- 2606:4700::1111 ping6 statistics ---
2 packets transmitted, 2 packets received, 0.0% packet loss
round-trip min/avg/max/std-dev = 12.345/12.777/13.210/0.432 ms
`,
    sent: 2,
    times: [12.345, 13.21],
  },
  {
    name: 'Windows',
    text: crlf([
      '',
      'Pinging 1.1.1.1 with 32 bytes of data:',
      'Reply from 1.1.1.1: bytes=32 time=12ms TTL=57',
      'Request timed out.',
      'Reply from 192.168.1.1: Destination host unreachable.',
      'Reply from 1.1.1.1: bytes=32 time<1ms TTL=57',
      '',
      'Ping statistics for 1.1.1.1:',
      '    Packets: Sent = 4, Received = 3, Lost = 1 (25% loss),',
      'Approximate round trip times in milli-seconds:',
      '    Minimum = 0ms, Maximum = 12ms, Average = 6ms',
    ]),
    sent: 4,
    times: [12, 1],
    routerError: 'Destination host unreachable',
  },
  {
    name: 'Windows over IPv6',
    text: crlf([
      'Pinging 2606:4700::1111 with 32 bytes of data:',
      'Reply from 2606:4700::1111: time=15ms ',
      'Reply from 2606:4700::1111: time<1ms ',
      '    Packets: Sent = 2, Received = 2, Lost = 0 (0% loss),',
    ]),
    sent: 2,
    times: [15, 1],
  },
  {
    name: 'Windows in French',
    text: crlf([
      "Envoi d'une requ\x88te 'Ping'  1.1.1.1 avec 32 octets de donn\x82es\xFF:",
      'R\x82ponse de 1.1.1.1\xFF: octets=32 temps=12 ms TTL=57',
      'Statistiques Ping pour 1.1.1.1:',
      '    Paquets\xFF: envoy\x82s = 1, re\x87us = 1, perdus = 0 (perte 0%),',
      'Dur\x82e approximative des boucles en millisecondes :',
      '    Minimum = 12ms, Maximum = 12ms, Moyenne = 12ms',
    ]),
    sent: 1,
    times: [12],
  },
  {
    name: 'Windows in Chinese',
    text: crlf([
      `${gbk.from} 1.1.1.1 \xB5\xC4\xBB\xD8\xB8\xB4: ${gbk.bytes}=32 ${gbk.time}=175ms TTL=57`,
      `${gbk.from} 1.1.1.1 \xB5\xC4\xBB\xD8\xB8\xB4: ${gbk.bytes}=32 ${gbk.time}<1ms TTL=57`,
      '    \xCA\xFD\xBE\xDD\xB0\xFC: \xD2\xD1\xB7\xA2\xCB\xCD = 2\xA3\xAC\xD2\xD1\xBD\xD3\xCA\xD5 = 2\xA3\xAC(0% \xB6\xAA\xCA\xA7)\xA3\xAC',
    ]),
    sent: 2,
    times: [175, 1],
  },
  {
    name: 'Windows in Russian',
    text: crlf([
      '\x8E\xE2\xA2\xA5\xE2 \xAE\xE2 1.1.1.1: \xE7\xA8\xE1\xAB\xAE \xA1\xA0\xA9\xE2=32 \xA2\xE0\xA5\xAC\xEF=12\xAC\xE1 TTL=57',
      '    \x8F\xA0\xAA\xA5\xE2\xAE\xA2: \xAE\xE2\xAF\xE0\xA0\xA2\xAB\xA5\xAD\xAE = 1, \xAF\xAE\xAB\xE3\xE7\xA5\xAD\xAE = 1, (0% \xAF\xAE\xE2\xA5\xE0\xEC)',
    ]),
    sent: 1,
    times: [12],
  },
  {
    name: 'Windows in Turkish',
    text: crlf([
      '1.1.1.1 cevab\x8D: bayt=32 s\x81re=8ms TTL=57',
      '    Paket: Giden = 1, Gelen = 1, Kaybolan = 0 (%0 kay\x8Dp),',
      '    En Az = 8ms, En \x80ok = 8ms, Ortalama = 8ms',
    ]),
    sent: 1,
    times: [8],
  },
]
