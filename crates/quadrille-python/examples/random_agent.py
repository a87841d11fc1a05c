"""A random agent on thousands of boards at once, and the oracle's agent on one."""

from __future__ import annotations

import gymnasium

import quadrille.gym

envs = quadrille.gym.vector("tiles", n=256, size="5x5", blocks=2, moves="4..8", count=8, seed=1)
envs.reset(seed=0)
solved = 0
for _ in range(200):
    observations, rewards, terminated, truncated, info = envs.step(envs.sample_actions())
    solved += int(terminated.sum())
print(f"{solved} levels solved by chance in {200 * envs.num_envs:,} steps")

env = gymnasium.make("quadrille/Tiles-v0", size="5x5", blocks=2, moves="4..8", count=8, seed=1, oracle=True)
observation, info = env.reset(seed=0)
steps = 0
while info["distance"] > 0:
    observation, reward, solved_now, late, info = env.step(info["optimal_actions"][0])
    steps += 1
print(f"the oracle took {steps} steps")
