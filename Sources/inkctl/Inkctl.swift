internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkCorpus
internal import InkEvaluation
internal import InkProtocol
internal import ModelRepository
internal import PenLog
internal import Recognition

@main
enum Main {
    static func main() {
        do {
            var command = try parse()
            try command.run()
        } catch InkctlError.outputClosed {
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
            exit(EXIT_FAILURE)
        } catch let error as ClientError {
            fail(error.explanation)
        } catch let error as RecognitionError {
            fail(error.description)
        } catch let error as AdaptationError {
            fail(error.description)
        } catch let error as InkctlError {
            fail(error.description)
        } catch let error as CorpusError {
            fail(error.description)
        } catch let error as EvaluationError {
            fail(error.description)
        } catch let error as LogError {
            fail(error.description)
        } catch let error as RepositoryError {
            fail(error.description)
        } catch {
            Inkctl.exit(withError: error)
        }
    }

    /// Returns the parsed command. For a word that is not a command, suggests the most similar command and exits, instead of the parser's
    /// "unexpected argument".
    private static func parse() throws -> any ParsableCommand {
        do {
            return try Inkctl.parseAsRoot()
        } catch {
            guard let unknown = UnknownCommand(CommandLine.arguments.dropFirst(), of: Inkctl.self) else { throw error }
            StandardError.say(unknown.message)
            exit(EX_USAGE)
        }
    }

    private static func fail(_ message: String) -> Never {
        StandardError.say(message)
        exit(EXIT_FAILURE)
    }
}

/// The command line: commands that call the daemon, and commands that work on files without a daemon.
struct Inkctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inkctl",
        abstract: "Control the inkd daemon and recognize handwriting from files.",
        discussion: """
            Examples:
              inkctl devices                  list the tablets that inkd reads
              inkctl watch                    show ink and text as they are written
              inkctl watch | jq .reply        for programs: one JSON object per line
              inkctl status                   show the state of inkd and of recordings
              inkctl top                      show speed, queues and quotas, every second
              inkctl setup                    connect inkd with your desktop
              inkctl doctor                   find out why the pen does not write
              inkctl pen toggle               switch between writing and pointing
              inkctl calibrate                align ink with the pen tip
              inkctl pressure                 adapt the pressure to your hand
              inkctl undo                     undo the last change
              inkctl recognize < words.jsonl  recognize ink from a file, without the daemon
              inkctl evaluate dev.jsonl.gz    measure recognition on labeled ink
              inkctl corpus stats words/      count the contents of an ink collection
              inkctl adapt --ink my.jsonl     teach inkd your handwriting
              inkctl models list              list models and the sources of their data
              inkctl practice "abc"           practice letters stroke by stroke
              inkctl write notes words.jsonl  write ink into a package and recognize it
              inkctl export notes 0 --to page.svg
                                              export a part of a package
              inkctl search spring terrace    find handwritten words
              inkctl replay pen.events        play a recording, without a tablet
              inkctl convert pen.events pen.yml
                                              convert recordings and ink
            """,
        version: inkdVersion,
        subcommands: [
            DevicesCommand.self, WatchCommand.self, PenCommand.self, AreaCommand.self, CalibrateCommand.self, PressureCommand.self,
            SetupCommand.self, DoctorCommand.self, UndoCommand.self, RedoCommand.self, ClearCommand.self, PracticeCommand.self,
            RecordCommand.self,
            StatusCommand.self, TopCommand.self, RecognizeCommand.self,
            CorpusCommand.self, RenderCommand.self, SynthesizeCommand.self, HandCommand.self, ReportCommand.self,
            EvaluateCommand.self, AdaptCommand.self, CalibrationSamplesCommand.self, ModelsCommand.self, PackagesCommand.self,
            WriteCommand.self, ExportCommand.self, ImportCommand.self, SearchCommand.self,
            BlocksCommand.self, InkCommand.self, CandidatesCommand.self, ChooseCommand.self, ReplayInkCommand.self, ConfigCommand.self,
            ConvertCommand.self, ReplayCommand.self, ForgetCommand.self,
        ])
}
