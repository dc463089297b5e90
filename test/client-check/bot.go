// A client of the JSON API for `flower-war client-check` that does one thing after the other. It passes all.
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"
)

// Object is a JSON object.
type Object = map[string]any

// Refused is what the server answers instead of doing something.
type Refused struct {
	Code string
	Wait *float64
}

func (refused Refused) Error() string { return refused.Code }

var (
	server     = os.Getenv("FLOWER_WAR_URL")
	silence, _ = strconv.ParseFloat(os.Getenv("FLOWER_WAR_SILENCE"), 64)
	token      string
	match      string
	// What the client knows of its match, and the number of its last entry: -1 before the first line.
	known = Object{}
	last  = -1
	// What it adds to the dice, by their seals.
	nonces = map[string]string{}
)

func call(ctx context.Context, path string, body any) (*http.Response, error) {
	method, content := http.MethodGet, []byte(nil)
	if body != nil {
		method = http.MethodPost
		content, _ = json.Marshal(body)
	}
	request, err := http.NewRequestWithContext(ctx, method, server+path, bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err == nil && response.StatusCode >= 400 {
		defer response.Body.Close()
		var refused Refused
		if err = json.NewDecoder(response.Body).Decode(&refused); err == nil {
			err = refused
		}
	}
	return response, err
}

// wait asks again after the wait of a refusal.
func wait(ask func() error) error {
	for {
		err := ask()
		refused, isRefused := err.(Refused)
		if !isRefused || refused.Wait == nil {
			return err
		}
		time.Sleep(time.Duration(*refused.Wait) * time.Millisecond)
	}
}

// repeat asks until there is an answer: without one after longer and longer pauses.
func repeat(ask func() error) error {
	for pause := 100 * time.Millisecond; ; pause = min(2*pause, 5*time.Second) {
		err := wait(ask)
		if _, isRefused := err.(Refused); isRefused || err == nil {
			return err
		}
		time.Sleep(pause)
	}
}

// post asks once: after a request without an answer the stream comes first, which shows what happened.
func post(path string, body any) (answer Object, err error) {
	err = wait(func() error {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		response, err := call(ctx, path, body)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		return json.NewDecoder(response.Body).Decode(&answer)
	})
	return answer, err
}

// takePart seals a nonce, and reveals it once the seals are fixed.
func takePart() error {
	you, _ := known["you"].(string)
	seals, _ := known["seals"].(Object)
	seal, isSealed := seals[you].(string)
	nonce, isOwn := nonces[seal]
	if known["revealing"] == true {
		if !isOwn {
			return nil
		}
		_, err := post(match+"/nonce", Object{"nonce": nonce})
		return err
	}
	if isSealed {
		return nil
	}
	nonce = rand.Text()
	sum := sha256.Sum256([]byte(nonce))
	seal = hex.EncodeToString(sum[:])
	nonces[seal] = nonce
	_, err := post(match+"/seal", Object{"seal": seal, "key": ""})
	return err
}

// move sends the first command that is legal besides conceding, for as long as there is one.
func move() error {
	legal, _ := known["legal"].([]any)
	for _, each := range legal {
		command, _ := each.(Object)
		if command["type"] == "concede" {
			continue
		}
		n, _ := known["n"].(float64)
		answer, err := post(match+"/commands", Object{"id": fmt.Sprintf("move-%v", n), "command": command})
		if err != nil {
			return err
		}
		if played, _ := answer["n"].(float64); n <= played {
			update(answer)
		}
		return move()
	}
	return nil
}

func update(told Object) {
	for field, value := range told {
		known[field] = value
	}
}

// What comes after a line of the stream.
type next int

const (
	goOn next = iota
	askAgain
	stop
)

// read takes a line of the stream.
func read(line []byte) next {
	var told Object
	if json.Unmarshal(line, &told) != nil {
		return goOn // an empty line: nothing has happened for a while
	}
	n, _ := told["n"].(float64)
	knownN, _ := known["n"].(float64)
	switch told["type"] {
	case "end":
		if told["resume"] == true {
			return askAgain
		}
		return stop
	case "match", "change":
		update(told)
	case "entry":
		last = int(n)
		if n > knownN {
			update(told)
		}
	}
	last = max(last, 0)
	if known["status"] == "over" {
		return stop
	}
	act := move
	if known["status"] == "gathering" {
		act = takePart
	}
	err := act()
	if err == nil {
		return goOn
	}
	fmt.Println(err)
	if _, isRefused := err.(Refused); isRefused {
		return goOn // the next line is another chance
	}
	return askAgain // a new stream shows what happened
}

// follow reads the stream once.
func follow() next {
	path := match + "/stream"
	if last >= 0 {
		path += fmt.Sprintf("?after=%d", last)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var response *http.Response
	err := repeat(func() (err error) {
		response, err = call(ctx, path, nil)
		return err
	})
	if err != nil {
		fail(err)
	}
	defer response.Body.Close()
	patience := time.Duration(silence * float64(time.Second))
	silent := time.AfterFunc(patience, cancel)
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		silent.Stop()
		if after := read(lines.Bytes()); after != goOn {
			return after
		}
		silent.Reset(patience)
	}
	return askAgain // it was cut, or silent for too long
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func main() {
	var seat Object
	err := repeat(func() (err error) {
		seat, err = post("/api/matches", Object{"game": "tieqchieq", "name": "Ocelotl", "bots": 1})
		return err
	})
	if err != nil {
		fail(err)
	}
	token, _ = seat["token"].(string)
	id, _ := seat["match"].(string)
	match = "/api/matches/" + id
	for follow() != stop {
	}
}
