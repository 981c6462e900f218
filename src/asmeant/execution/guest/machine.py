"""What a machine says of itself in a world for commands: the same everywhere. Imports nothing."""

from __future__ import annotations

CORE = """processor\t: {number}
vendor_id\t: GenuineIntel
cpu family\t: 6
model\t\t: 85
model name\t: Intel(R) Xeon(R) Processor @ 2.00GHz
stepping\t: 7
cpu MHz\t\t: 2000.000
cache size\t: 16384 KB
physical id\t: 0
siblings\t: 2
core id\t\t: {number}
cpu cores\t: 2
fpu\t\t: yes
flags\t\t: fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat pse36 mmx fxsr sse sse2 lm
bogomips\t: 4000.00
clflush size\t: 64
address sizes\t: 46 bits physical, 48 bits virtual

"""
MEMORY_KB = {
    "MemTotal": 4_000_000, "MemFree": 2_000_000, "MemAvailable": 3_000_000, "Buffers": 100_000,
    "Cached": 1_000_000, "SwapCached": 0, "Active": 1_000_000, "Inactive": 500_000, "SwapTotal": 1_000_000,
    "SwapFree": 1_000_000, "Dirty": 0, "Writeback": 0, "AnonPages": 500_000, "Mapped": 100_000,
    "Shmem": 10_000, "Slab": 100_000, "SReclaimable": 50_000, "SUnreclaim": 50_000, "CommitLimit": 3_000_000,
}  # fmt: skip
# What a machine says of itself in /proc, where commands run in a world: the same everywhere.
KNOWN = {
    "cpuinfo": CORE.format(number=0) + CORE.format(number=1),
    "meminfo": "".join(f"{name + ':':16}{size:8} kB\n" for name, size in MEMORY_KB.items()),
    "loadavg": "0.00 0.01 0.05 1/100 100\n",
    "version": "Linux version 6.1.0-amd64 (sandbox) #1 SMP PREEMPT_DYNAMIC Debian 6.1\n",
    "sys/kernel/osrelease": "6.1.0-amd64\n",
    "sys/kernel/version": "#1 SMP PREEMPT_DYNAMIC Debian 6.1\n",
    "partitions": "major minor  #blocks  name\n\n   8        0   20971520 sda\n",
    "swaps": "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n",
    "filesystems": "nodev\tproc\nnodev\ttmpfs\nnodev\tdevtmpfs\n\text3\n\text2\n\text4\n",
}
CPU = "/sys/devices/system/cpu"
KNOWN_OF_SYS = {f"{CPU}/possible": "0-1\n", f"{CPU}/present": "0-1\n", f"{CPU}/online": "0-1\n"}
