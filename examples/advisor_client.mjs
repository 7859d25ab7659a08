// A client of `mctsky engine` for Node.js, without packages: asks about two positions at once and prints the advice.
//
//     node examples/advisor_client.mjs [COMMAND OF THE ENGINE ...]
//
// `Advisor.ask` gives a promise for the last reply to a request; `onReport` sees those during the search.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

class Advisor {
  #next = 0;
  #waiting = new Map();

  constructor(command, ...args) {
    this.process = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.ended = new Promise((resolve) => this.process.on("close", resolve));
    createInterface({ input: this.process.stdout }).on("line", (line) => this.#take(JSON.parse(line)));
  }

  ask(request, onReport = () => {}) {
    const id = String(this.#next++);
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, onReport }));
    this.process.stdin.write(JSON.stringify({ id, ...request }) + "\n");
    return answer;
  }

  #take(reply) {
    const request = this.#waiting.get(reply.id);
    if (!request || reply.warning || reply.status === "compiling") return;
    if (reply.isDuringSearch) return request.onReport(reply);
    this.#waiting.delete(reply.id);
    reply.error ? request.reject(new Error(`${reply.error} (field "${reply.field}")`)) : request.resolve(reply);
  }

  close() {
    this.process.stdin.end();
    return this.ended;
  }
}

const advisor = new Advisor(...(process.argv.length > 2 ? process.argv.slice(2) : ["mctsky", "engine"]));
const kuhn = { game: "kuhn", seat: 0, iterations: 1000, seed: 1 };
const answers = await Promise.all([
  advisor.ask({ ...kuhn, view: "K ? pb" }),
  advisor.ask({ ...kuhn, view: "J ? pb" }),
]);
for (const { sentence } of answers) console.log(sentence);
try {
  await advisor.ask({ ...kuhn, view: "K K ." });
} catch (error) {
  console.log(error.message);
}
process.exitCode = await advisor.close();
