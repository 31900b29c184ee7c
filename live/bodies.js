// Records the bodies that clients deliver when the model activates a skill, one session for each client:
// node build/real.js && node live/bodies.js --client ID[,ID…] [--packages DIR] [--node PATH] [--allow-network]
// test/delivered-bodies.test.ts compares fixtures/live/bodies with the models of the clients.
import { activateEach, bodyOptions, bodySkills, recordBodies } from "./body-client.js";
import { elsewhere } from "./stage.js";
import { askEach, chosenDrivers, readOptions } from "./usage.js";

const values = readOptions(bodyOptions);

process.exitCode = await main();

async function main() {
  const drivers = await chosenDrivers(values.client);
  const exitCode = elsewhere(values["allow-network"]);
  if (exitCode !== undefined) return exitCode;
  return askEach(drivers, async (driver) => {
    await recordBodies(driver, { ...values, folder: "bodies" }, async (client) => {
      const delivered = await activateEach(client, bodySkills);
      return bodySkills.map(({ dir, text }, at) => {
        const body = delivered[at];
        if (body === undefined) throw new Error(`no body of ${JSON.stringify(text)}`);
        return { dir, text, body };
      });
    });
    return 0;
  });
}
