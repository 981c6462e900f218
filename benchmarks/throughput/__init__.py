"""What benchmarks/execution.py measures, a piece at a time.

work        Task -> the programs that every system gets
systems     programs -> right or wrong, by each system: ours, the floor, the peers
driver      one system in a process of its own, told when to begin
accounting  seconds, CPU and memory of a tree of processes; medians, spreads and ratios
libraries   programs with libraries: a fresh interpreter against a zygote that has them loaded
scale       a thousand candidates or a hundred thousand: memory and speed of the harness
"""
